import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Language } from '../../i18n/catalogues.js';
import type { Message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { InvalidRequest } from '../../shared/errors.js';
import { minutesAndSeconds } from '../../shared/minutes-and-seconds.js';
import type { ReportFailure } from '../../shared/report-failure.js';
import { errorKinds, fieldTexts, VigiaError } from '../../shared/vigia-error.js';
import { isApiPath } from '../requests/addresses.js';
import { BODY_MAX_BYTES } from '../requests/request-body.js';
import { safeNext } from '../security/safe-next.js';
import { BodyTooLarge, CsrfFailed, UnreadableBody, UnsupportedBody } from '../web.errors.js';
import { type Appearance, appearanceOf } from './appearance.js';
import { languageOf } from './language.js';
import type { PageRenderer } from './page-renderer.js';

interface ProblemDeps {
  readonly pages: PageRenderer;
  readonly report: ReportFailure;
}

const TEMPLATE = new URL('./error.page.eta', import.meta.url);

/** The one error handler: every failure on every address that is not GraphQL's own is answered here (contract 8). */
export function errorHandler({ pages, report }: ProblemDeps): ErrorRequestHandler {
  pages.prepare(TEMPLATE);
  return (thrown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const error = expectedFailure(thrown);
    const problem: Problem = error
      ? { error, status: errorKinds[error.kind].status }
      : { failureId: report(thrown), status: 500 };
    if (error?.cause) report(error.cause);
    setHeaders(response, problem);
    if (isApiPath(request.path)) sendJson(response, problem);
    else sendPage(pages, response, problem, appearanceOf(request));
  };
}

/** Answers an expected failure as an address of the API would, for a page that was asked for JSON. */
export function answerInJson(response: Response, error: VigiaError): void {
  const problem = { error, status: errorKinds[error.kind].status };
  setHeaders(response, problem);
  sendJson(response, problem);
}

type Problem =
  | { readonly error: VigiaError; readonly status: number; readonly failureId?: undefined }
  | { readonly error?: undefined; readonly status: 500; readonly failureId: string };

/** The failure as one of ours, where it is expected: thrown by us, or by Express about what it was sent. */
function expectedFailure(thrown: unknown): VigiaError | undefined {
  if (thrown instanceof VigiaError) return thrown;
  const { status, type, limit } = (thrown ?? {}) as { status?: unknown; type?: unknown; limit?: unknown };
  if (status === 413) return new BodyTooLarge(typeof limit === 'number' ? limit : BODY_MAX_BYTES);
  if (status === 415) return new UnsupportedBody();
  const rejected = thrown instanceof URIError || (typeof status === 'number' && status >= 400 && status < 500);
  if (!rejected) return undefined;
  return typeof type === 'string' ? new UnreadableBody() : new InvalidRequest('web.invalidTitle');
}

function setHeaders(response: Response, { error, status }: Problem): void {
  response.set('Cache-Control', 'no-store');
  const retryAfter = error?.details.retryAfterSeconds;
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  if (status === 401) response.set('WWW-Authenticate', 'Bearer realm="api"');
}

function sendJson(response: Response, problem: Problem): void {
  response.status(problem.status).json(apiBody(response.req, problem, languageOf(response.req)));
}

function apiBody({ path }: Request, { error, failureId }: Problem, language: Language): object {
  const text = translate(error?.text ?? 'web.internalText', language);
  if (path.startsWith('/graphql')) {
    const code = errorKinds[error?.kind ?? 'internal'].graphqlCode;
    return { errors: [{ message: text, extensions: { code, ...(failureId && { id: failureId }) } }] };
  }
  if (!error) return { detail: text, code: 'error', id: failureId };
  const { fields } = error.details;
  return fields ? fieldTexts(fields, language) : { detail: text, code: error.code };
}

const titles: Readonly<Record<number, Message>> = {
  403: 'web.forbiddenTitle',
  404: 'web.notFoundTitle',
  429: 'web.tooManyTitle',
  500: 'web.internalTitle',
  503: 'web.busyTitle',
};

/** Whether the same address may answer otherwise, later or on a fresh page: not where a right is missing. */
function worthAnotherTry({ error, status }: Problem): boolean {
  return [429, 500, 503].includes(status) || error instanceof CsrfFailed;
}

function sendPage(pages: PageRenderer, response: Response, problem: Problem, appearance: Appearance) {
  const { error, status, failureId } = problem;
  const { language } = appearance;
  const { path } = response.req;
  const seconds = error?.details.retryAfterSeconds;
  pages.send(response, {
    template: TEMPLATE,
    appearance,
    status,
    title: translate(titles[status] ?? 'web.invalidTitle', language),
    data: {
      text: translate(error?.text ?? 'web.internalText', language),
      failureId,
      wait:
        seconds === undefined || seconds > SHOWN_MAX_SECONDS
          ? undefined
          : { seconds, clock: minutesAndSeconds(seconds) },
      againPath: worthAnotherTry(problem) && path !== '/' ? safeNext(path) : undefined,
    },
  });
}

/** For longer waits no clock is shown: the sentence has the time. */
const SHOWN_MAX_SECONDS = 3600;
