import type { Request, Response } from 'express';
import type { PageRenderer } from '../../../platform/web/pages/page-renderer.js';
import { sendAccountNotice } from '../account-notice.page.js';
import { accountPaths, OWN_ACCOUNT_PATH } from '../accounts.paths.js';

/** Tells users who have given credentials again to go back to the page that asked, which continues by itself. */
export function sendProved(request: Request, response: Response, pages: PageRenderer): void {
  sendAccountNotice(pages, request, response, {
    path: accountPaths.oidcLogin,
    title: 'accounts.oidc.provedTitle',
    text: 'accounts.oidc.proved',
    action: { href: OWN_ACCOUNT_PATH, label: 'accounts.oidc.toAccount' },
  });
}
