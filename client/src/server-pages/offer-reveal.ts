/** Adds a button to a password field that shows or hides the typed text. The form provides its labels. */
export function offerReveal(field: HTMLInputElement): void {
  const words = field.form?.dataset ?? {};
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'field-reveal';
  button.setAttribute('aria-controls', field.id);
  button.addEventListener('click', () => show(field.type === 'password'));
  // Password managers only recognise a password field.
  field.form?.addEventListener('submit', () => show(false));
  field.after(button);
  show(false);

  function show(shown: boolean) {
    field.type = shown ? 'text' : 'password';
    button.textContent = (shown ? words.hide : words.show) ?? '';
    button.setAttribute('aria-label', (shown ? words.hidePassword : words.showPassword) ?? '');
  }
}
