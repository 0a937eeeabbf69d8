import type { Request, Response } from 'express';
import type { Message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import { resolveAppearance } from '../../../platform/web/pages/appearance.js';
import type { PageRenderer } from '../../../platform/web/pages/page-renderer.js';
import type { Csrf } from '../../../platform/web/security/csrf.js';
import { addressWithNext } from '../../../platform/web/security/safe-next.js';
import type { RateLimited } from '../../../shared/errors/errors.js';
import { errorKinds } from '../../../shared/errors/vigia-error.js';
import type { PasskeyLogin } from '../passkeys/passkey-login.js';
import type { SecondFactors } from '../second-factor/second-factors.js';

const TEMPLATE = new URL('./second-step.page.eta', import.meta.url);

/** Matches app codes, which consist of digits, possibly in groups; recovery codes contain letters. */
const APP_CODE = /^[\d\s-]*$/;

interface SecondStepState {
  readonly form: { readonly path: string };
  readonly deps: {
    readonly pages: PageRenderer;
    readonly csrf: Csrf;
    readonly passkeyLogin: PasskeyLogin;
    readonly secondFactors: Pick<SecondFactors, 'hasTotp'>;
  };
  readonly next: string;
  /** Proof that the password was correct; does not open a session. */
  readonly proof: string;
  readonly userId: number;
  /** Whether a session asks for credentials again, so that nobody logs in. */
  readonly asksAgain?: boolean;
  readonly failure?: Message;
  /** Set after too many wrong codes: 429. */
  readonly refusal?: RateLimited;
  /** The code as typed. If it was a recovery code, its field is shown expanded. */
  readonly failedCode?: string;
}

/** Loads the template at startup. */
export function prepareSecondStep(pages: PageRenderer): void {
  pages.prepare(TEMPLATE);
}

/** Responds to a correct password with the form for the second factor, at the same URL. */
export async function showSecondStep(request: Request, response: Response, state: SecondStepState): Promise<void> {
  const {
    form,
    deps,
    next,
    proof,
    userId,
    asksAgain = false,
    refusal,
    failure = refusal?.text,
    failedCode = '',
  } = state;
  const appearance = resolveAppearance(request);
  const { language } = appearance;
  if (refusal) response.set('Retry-After', String(refusal.details.retryAfterSeconds));
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    status: refusal ? errorKinds[refusal.kind].status : 200,
    title: translate('accounts.pages.secondStepTitle', language),
    data: {
      action: form.path,
      csrfToken: deps.csrf.tokenFor(request, response),
      next,
      proof,
      hasTotp: await deps.secondFactors.hasTotp(userId),
      passkeys: await deps.passkeyLogin.prepareOffer(userId),
      loginPath: asksAgain ? undefined : addressWithNext(form.path, next),
      failure: failure && translate(failure, language),
      isRecovering: !APP_CODE.test(failedCode),
    },
  });
}
