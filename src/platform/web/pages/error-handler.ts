import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Response } from 'express';
import type { Language } from '../../../i18n/catalogues.js';
import type { Message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { errorKinds, fieldTexts, VigiaError } from '../../../shared/errors/vigia-error.js';
import { minutesAndSeconds } from '../../../shared/time/minutes-and-seconds.js';
import { isApiPath } from '../requests/addresses.js';
import { BODY_MAX_BYTES } from '../requests/request-body.js';
import { safeNext } from '../security/safe-next.js';
import { BodyTooLarge, CsrfFailed, UnreadableBody, UnsupportedBody } from '../web.errors.js';
import { type Appearance, resolveAppearance } from './appearance.js';
import { detectApiLanguage, detectLanguage } from './language.js';
import type { PageRenderer } from './page-renderer.js';

interface ProblemDeps {
  readonly pages: PageRenderer;
  readonly report: ReportFailure;
}

const TEMPLATE = new URL('./error.page.eta', import.meta.url);

/** The only error handler of pages and API paths (contract 8). */
export function errorHandler({ pages, report }: ProblemDeps): ErrorRequestHandler {
  pages.prepare(TEMPLATE);
  const answerApi = apiErrorHandler(report);
  return (thrown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    if (isApiPath(request.path)) return answerApi(thrown, request, response);
    const problem = findProblem(thrown, report);
    setHeaders(response, problem);
    sendPage(pages, response, problem, resolveAppearance(request));
  };
}

/** Handles failures on an API path, either within Express or in front of it. */
export function apiErrorHandler(report: ReportFailure) {
  return (thrown: unknown, request: IncomingMessage, response: ServerResponse): void =>
    sendJson(response, findProblem(thrown, report), { url: request.url, language: detectApiLanguage(request) });
}

/** Reports an expected failure the way an API path would, for a page requested as JSON. */
export function answerInJson(response: Response, error: VigiaError): void {
  const { req: request } = response;
  const problem = { error, status: errorKinds[error.kind].status };
  sendJson(response, problem, { url: request.url, language: detectLanguage(request) });
}

type Problem =
  | { readonly error: VigiaError; readonly status: number; readonly failureId?: undefined }
  | { readonly error?: undefined; readonly status: 500; readonly failureId: string };

function findProblem(thrown: unknown, report: ReportFailure): Problem {
  const error = expectedFailure(thrown);
  if (!error) return { failureId: report(thrown), status: 500 };
  if (error.cause) report(error.cause);
  return { error, status: errorKinds[error.kind].status };
}

/** Converts expected failures, thrown by us or by Express about the request, to our own class. */
function expectedFailure(thrown: unknown): VigiaError | undefined {
  if (thrown instanceof VigiaError) return thrown;
  const { status, type, limit } = (thrown ?? {}) as { status?: unknown; type?: unknown; limit?: unknown };
  if (status === 413) return new BodyTooLarge(typeof limit === 'number' ? limit : BODY_MAX_BYTES);
  if (status === 415) return new UnsupportedBody();
  const rejected = thrown instanceof URIError || (typeof status === 'number' && status >= 400 && status < 500);
  if (!rejected) return undefined;
  return typeof type === 'string' ? new UnreadableBody() : new InvalidRequest('web.invalidTitle');
}

function setHeaders(response: ServerResponse, { error, status }: Problem): void {
  response.setHeader('Cache-Control', 'no-store');
  const retryAfter = error?.details.retryAfterSeconds;
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="api"');
}

interface JsonAnswer {
  readonly url: string | undefined;
  readonly language: Language;
}

function sendJson(response: ServerResponse, problem: Problem, answer: JsonAnswer): void {
  setHeaders(response, problem);
  const text = JSON.stringify(apiBody(problem, answer));
  response.writeHead(problem.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

function apiBody({ error, failureId }: Problem, { url = '', language }: JsonAnswer): object {
  const text = translate(error?.text ?? 'web.internalText', language);
  if (url.startsWith('/graphql')) {
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

/** Whether a retry may succeed, later or on a fresh page. It can't if a right is missing. */
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

/** Longer waits are not shown as a countdown; the message states the time. */
const SHOWN_MAX_SECONDS = 3600;
