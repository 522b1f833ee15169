import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allCalls } from '../../../contract/all-calls.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { SHARE_TARGET } from '../../../contract/lesson-files/share-target.ts'
import { DAY, SECOND } from '../../../contract/time.ts'
import { type ContentSources, contentSecurityPolicy, THREAD_POLICY, workerPolicy } from './content-security-policy.ts'
import { serveManifest } from './manifest.ts'
import { serveWorker } from './worker-file.ts'

type Deps = {
  webDir: string
  mediaBaseUrl: string
  /** The other hosts that the page needs, besides media. */
  sources?: ContentSources
  /** Whether browsers save what a visit without a network needs. */
  isOfflineOn?: boolean
  /** Whether the installed app has a shortcut to the messages. */
  hasMessenger?: boolean
}

/** Serves the built front end; every URL that a person may open returns its one page. */
export async function serveWebFiles(
  app: FastifyInstance,
  { webDir, mediaBaseUrl, sources = {}, isOfflineOn = true, hasMessenger = true }: Deps,
): Promise<void> {
  serveManifest(app, { hasMessenger, isOfflineOn })
  const hasFrontEnd = existsSync(join(webDir, 'index.html'))
  if (hasFrontEnd) {
    // The build at the start of this process: a page of a later build would not fit this policy.
    const build = realpathSync(webDir)
    const html = readFileSync(join(build, 'index.html'), 'utf8')
    const all = withMedia(sources, mediaBaseUrl)
    const policy = contentSecurityPolicy(html, all)
    const pageVersion = createHash('sha256').update(html).update(policy).digest('base64url').slice(0, 16)
    serveWorker(app, { build, pageVersion, isOfflineOn, policy: workerPolicy(all), mediaBaseUrl })
    await app.register(fastifyStatic, {
      root: [build, ...buildsBefore(build)],
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Browsers ask for a file again by its ETag, and never for a part of it. Each header slows down a first visit.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes('/assets/')
        reply.header('Cache-Control', isHashed ? 'max-age=31536000, immutable' : (keptBriefly(file) ?? 'no-cache'))
        if (isHashed) withoutNeedless(reply, file)
        if (/index\.html(\.(br|gz))?$/.test(file))
          reply.header('Content-Security-Policy', policy).header('Page-Version', pageVersion)
        if (file.includes('/assets/workers/')) reply.header('Content-Security-Policy', THREAD_POLICY)
      },
    })
    // A first visit asks for dozens of these. The plugin's own route would list the whole folder for each, to compare
    // the spelling of the name.
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
      const name = request.params['*']
      return ASSET.test(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
    })
    app.addHook('onSend', (_request, reply, _payload, done) => {
      shortenScriptType(reply)
      done()
    })
    // Link previews and monitors send no Accept header for HTML.
    app.get('/', async (_request, reply) => sendPage(reply))
    // The service worker answers this form. If the browser has deleted the worker, the page asks for the file again.
    const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARE_TARGET, 303)
    app.post(SHARE_TARGET, { onRequest }, async () => {})
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (hasFrontEnd && isNavigation(request)) return sendPage(reply, isScreen(pathOf(request)) ? 200 : 404)
    throw new ApiError('not-found')
  })
}

/** The names of built files have no other characters. */
const ASSET = /^[\w./-]+$/

/** Pictures may be a day old, because browsers ask for the icon at each visit. */
function keptBriefly(file: string): string | undefined {
  return /\.(png|svg)(\.(br|gz))?$/.test(file) ? `max-age=${DAY / SECOND}` : undefined
}

/** Removes headers, because a first visit loads many of these files. They never change, so nobody needs an ETag. */
function withoutNeedless(reply: FastifyReply, file: string): void {
  reply.removeHeader('ETag')
  // The referrer policy of a thread stays, because a thread loads files by itself.
  if (!file.includes('/assets/workers/')) reply.removeHeader('Referrer-Policy')
}

/**
 * A first visit loads a dozen scripts, and the files' own type is longer, and obsolete (RFC 9239). Browsers read
 * modules and workers as UTF-8.
 */
function shortenScriptType(reply: FastifyReply): void {
  if (reply.getHeader('Content-Type') === 'application/javascript; charset=utf-8')
    reply.header('Content-Type', 'text/javascript')
}

/** Escapes the percent signs of a typed URL that cannot be decoded: %F4 becomes %25F4. */
export function readableUrl({ url = '/', headers }: IncomingMessage): string {
  if (!url.includes('%') || !headers.accept?.includes('text/html')) return url
  try {
    decodeURI(url)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** Tabs opened on an older build still ask for its chunks. */
function buildsBefore(build: string): string[] {
  const folder = dirname(build)
  if (basename(folder) !== 'builds') return []
  const others = readdirSync(folder).filter(name => name !== basename(build) && !name.endsWith('-prerender'))
  return others
    .toSorted()
    .toReversed()
    .map(name => join(folder, name))
}

function sendPage(reply: FastifyReply, status = 200): FastifyReply {
  return reply.code(status).sendFile('index.html')
}

/** A screen of the organisation's side. Its calls begin with /org and a version. */
const ORG_SCREEN = /^\/org(?!\/v\d)(\/|$)/
/** The first parts of the paths of calls and files. */
const NO_SCREENS = new Set([
  ...allCalls.map(({ path }) => firstPart(path)),
  ...['api', 'assets', 'health', 'media', 'metrics', 'openapi.json', 'uploads'],
])
const MAY_BE_FILE = /[.%\\][^/]*$/

/** For any other path the status is 404. A person still sees the app, which leads them home. */
function isScreen(path: string): boolean {
  return (ORG_SCREEN.test(path) || !NO_SCREENS.has(firstPart(path))) && !MAY_BE_FILE.test(path)
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] as string
}

function isNavigation(request: FastifyRequest): boolean {
  const { method, headers } = request
  const isLook = method === 'GET' || method === 'HEAD'
  const wantsHtml = headers.accept?.includes('text/html') ?? false
  const path = pathOf(request)
  // Nobody types the name of a built file. If its route sent the page after all, Node would warn.
  return isLook && wantsHtml && !isHidden(path) && !path.startsWith('/assets/')
}

function firstPart(path: string): string | undefined {
  return path.split('/', 2)[1]
}

/** Files that some servers publish by mistake, such as `/.git`. */
function isHidden(path: string): boolean {
  return path.includes('/.')
}

function withMedia(sources: ContentSources, mediaBaseUrl: string): ContentSources {
  const { connect = [], img = [] } = sources
  const hosts = [...(/^https?:\/\/[^/]+/.exec(mediaBaseUrl) ?? [])]
  // The page itself fetches the media that a person keeps, so `connect` names their hosts, too.
  return { ...sources, connect: [...hosts, ...connect], img: [...hosts, ...img], media: hosts }
}
