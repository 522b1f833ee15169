import { resolve } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serveNoMorePage } from './account/no-more-page.ts'
import { serveDescription } from './description/serve-description.ts'
import { serveHealthChecks } from './health/health-checks.ts'
import { sendError } from './http/api-error.ts'
import { warnOfProxy } from './http/forwarded.ts'
import { endConnectionsOnLeaving } from './http/leaving/leaving.ts'
import { logAnswers } from './http/log.ts'
import { limitCallsOfPerson } from './http/queues/calls-of-person.ts'
import { serveWithLoadShedding } from './http/queues/load-shedding.ts'
import { requestIds } from './http/request-id.ts'
import type { Route } from './http/serve.ts'
import { endSlowBodies, SLOWEST_BODY_MS } from './http/slow-clients/slow-bodies.ts'
import { endSlowReaders } from './http/slow-clients/slow-readers.ts'
import { rejectOddRequests } from './http/strict-requests.ts'
import { replyToUnreadable } from './http/unreadable.ts'
import { readableUrl, serveWebFiles } from './http/web-files/web-files.ts'
import { warningOf } from './log.ts'
import { serveMedia } from './media/files.ts'
import { serveRecordings } from './media/recordings/recording-routes.ts'
import { checkStores } from './media/storage/stores.ts'
import { serveMetrics } from './metrics/metrics.ts'
import { sendTraces } from './metrics/traces.ts'
import { serveCourseUploads } from './organisation/courses/uploads/course-uploads.ts'
import { serveFilmPieces } from './organisation/courses/uploads/film-piece-uploads.ts'
import { serveMediaUploads } from './organisation/courses/uploads/media-uploads.ts'
import { routesByNoun } from './routes.ts'
import type { Services } from './services.ts'
import { contentSourcesOf } from './sign-in/firebase/content-sources.ts'
import { authorizeBy } from './team/authorize.ts'

const BODY_LIMIT = 64 * 1024
const WEB_DIR = resolve(import.meta.dirname, '../dist/web')

/**
 * The whole server, not yet listening. `graceMs`: for how long open connections may still send a request after the
 * server is closed.
 */
export async function buildApp(services: Services, { graceMs = 0 } = {}): Promise<FastifyInstance> {
  const { config } = services
  const securityHeaders = config.isProduction ? { ...SECURITY_HEADERS, ...HTTPS_ONLY } : SECURITY_HEADERS
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: requestIds(config.trustedProxies.length > 0),
    bodyLimit: BODY_LIMIT,
    // Slow clients must not hold sockets: headers within 8 s, checked every second; endSlowBodies does the rest.
    requestTimeout: SLOWEST_BODY_MS,
    http: { headersTimeout: 8000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: readableUrl,
    // Requests of the grace period are answered; Fastify's own 503 would not have our shape.
    return503OnClosing: false,
    // For a URL that no route can read; no hook runs for it.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(securityHeaders)),
    // Endpoints check with Valibot (http/serve.ts). Fastify's own compilers would add a tenth to the loaded code.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: replyToUnreadable,
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendError)
  // With callbacks: these run for every request, and a promise costs more than their work.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    // JSON is always UTF-8 (RFC 8259), so most replies do not name it: a poll without news is short. Errors name it,
    // for clients that show them as text.
    if (reply.statusCode < 400 && reply.getHeader('Content-Type') === 'application/json; charset=utf-8')
      reply.header('Content-Type', 'application/json')
    if (isSeenAsPage(reply, payload)) reply.headers(PAGE_HEADERS)
    done()
  })
  warnOfProxy(app, config.trustedProxies)
  rejectOddRequests(app)
  endSlowBodies(app)
  endSlowReaders(app)
  logAnswers(app)
  // Ends the long polls; otherwise the server would wait for them.
  app.addHook('preClose', () => services.hub.close())
  endConnectionsOnLeaving(app, { graceMs })
  serveDescription(app)
  const isStorageUp = () =>
    checkStores(config).then(
      () => true,
      () => false,
    )
  sendTraces(app, {
    endpoint: config.otelExporterOtlpEndpoint,
    trustsProxy: config.trustedProxies.length > 0,
    failed: warningOf(services.log, 'traces were not taken'),
    now: services.now,
  })
  serveMetrics(app, { ...services, isStorageUp })
  serveHealthChecks(app, { ...services, isStorageUp })

  const { authenticate, waiting } = limitCallsOfPerson({ ...services, authenticate: services.identity.authenticate })
  const auth = { authenticate, authorize: authorizeBy(services) }
  const routes = routesOf(services).map(route => route(auth))
  serveWithLoadShedding(app, routes, {
    waitingCalls: () => services.hub.subscribers() + waiting(),
    warn: (context, message) => services.log.warn(context, message),
  })
  await serveRecordings(app, {
    ...services,
    ...auth,
    recordings: services.stores.recordings,
    hasVoiceNotes: config.messengerEnabled,
  })
  await serveCourseUploads(app, { ...services, ...auth })
  await serveMediaUploads(app, { ...services, ...auth })
  await serveFilmPieces(app, { ...services, ...auth })
  serveMedia(app, services.stores.media)
  serveNoMorePage(app, services)
  const sources = config.identity === 'firebase' ? contentSourcesOf(config) : {}
  const { mediaBaseUrl, offlineEnabled: isOfflineOn, messengerEnabled: hasMessenger } = config
  await serveWebFiles(app, { webDir: WEB_DIR, mediaBaseUrl, sources, isOfflineOn, hasMessenger })
  return app
}

/** Called for a route with a schema in Fastify's way. */
function noSchemas(): never {
  throw new Error('a route has a schema: describe it by an endpoint in contract/')
}

/** Nouns of the messenger, which a setting switches off. */
const OF_MESSENGER = new Set<string>(['messages', 'inbox'] satisfies (keyof typeof routesByNoun)[])

function routesOf(services: Services): Route[] {
  const isOn = (noun: string) => services.config.messengerEnabled || !OF_MESSENGER.has(noun)
  return Object.entries(routesByNoun).flatMap(([noun, routesOfNoun]) => (isOn(noun) ? routesOfNoun(services) : []))
}

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** Only for responses that a browser shows as a page. */
const PAGE_HEADERS = {
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Data, scripts and styles are frequent, and `PAGE_HEADERS` are useless for them. */
const NEVER_A_PAGE = /^(application\/(json|javascript)|text\/(javascript|css))/

function isSeenAsPage(reply: FastifyReply, payload: unknown): boolean {
  return payload !== undefined && !NEVER_A_PAGE.test(String(reply.getHeader('Content-Type')))
}

const HTTPS_ONLY = { 'Strict-Transport-Security': 'max-age=31536000' }
