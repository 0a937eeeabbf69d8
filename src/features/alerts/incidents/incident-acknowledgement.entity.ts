import { Entity, Index, PrimaryKey } from '@mikro-orm/decorators/legacy';

/** A member who has acknowledged an incident, which each may do once. Deleted with the incident. */
@Entity({ tableName: 'incident_acknowledgements' })
@Index({ properties: ['userId'] })
export class IncidentAcknowledgement {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  incidentId!: number;

  @PrimaryKey({ type: 'integer', autoincrement: false })
  userId!: number;
}
