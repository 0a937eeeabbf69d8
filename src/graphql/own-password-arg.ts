/** The argument by which the staff confirm with their own password what makes or raises rights. */
export function ownPasswordArg(when: string): { readonly nullable: true; readonly description: string } {
  return { nullable: true, description: `The password of the caller, needed ${when}.` };
}
