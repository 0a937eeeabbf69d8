/** What the section of the locks says. */
export const locksMessages = {
  title: { pt: 'Bloqueios', en: 'Locks' },
  about: {
    pt: 'Cinco senhas erradas do mesmo endereço bloqueiam um nome ali por dez minutos. O nome não precisa ser de uma conta.',
    en: 'Five wrong passwords from one address lock a name there for ten minutes. The name need not be of an account.',
  },
  none: { pt: 'Nada está bloqueado.', en: 'Nothing is locked.' },
  from: { pt: 'De {address}', en: 'From {address}' },
  left: { pt: 'Faltam {time}', en: '{time} left' },
  open: { pt: 'Liberado', en: 'Open' },
  unlock: { pt: 'Desbloquear', en: 'Unlock' },
  unlockNamed: { pt: 'Desbloquear: {username}, {address}', en: 'Unlock: {username}, {address}' },
  ask: { pt: 'Desbloquear {username}?', en: 'Unlock {username}?' },
  askText: {
    pt: 'De {address} será possível tentar de novo já, outras cinco vezes. As falhas até aqui são esquecidas.',
    en: 'From {address} one may try again at once, another five times. The failures so far are forgotten.',
  },
  done: { pt: '{username} pode tentar de novo de {address}.', en: '{username} may try again from {address}.' },
};
