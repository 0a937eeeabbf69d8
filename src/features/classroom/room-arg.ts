/** Options of the argument that names a room. */
export const roomArg = {
  description: 'Code of the room, in any case; spaces and hyphens are ignored.',
};
