import { Icon, iconNames } from '../components/icon';
import { GalleryPart } from './gallery-part';

const COLOURS = {
  ground: ['paper', 'surface', 'sunken', 'line'],
  text: ['ink', 'ink-2', 'ink-3', 'lamp', 'good', 'warn', 'bad'],
  measures: ['cpu', 'ram', 'disk', 'network'],
};
const SIZES = ['xs', 's', 'm', 'l', 'xl', 'figure', 'figure-wide'];

/** Colours, type sizes and icons. */
export function Foundations() {
  return (
    <>
      <GalleryPart title="Colours">
        {Object.entries(COLOURS).map(([kind, names]) => (
          <ul className="gallery-swatches" key={kind}>
            {names.map((name) => (
              <li key={name}>
                <span style={{ background: `var(--${name})` }} />
                <code>{name}</code>
              </li>
            ))}
          </ul>
        ))}
      </GalleryPart>
      <GalleryPart title="Type">
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--text-${size})`, lineHeight: 1.2 }}>
            Look-out at dusk <span className="gallery-figure">0123456789</span>
          </p>
        ))}
      </GalleryPart>
      <GalleryPart title="Icons">
        <ul className="gallery-icons">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </GalleryPart>
    </>
  );
}
