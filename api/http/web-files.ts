import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allCalls } from '../../contract/calls/all-calls.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import {
  type ContentSources,
  contentSecurityPolicy,
  PUSH_WORKER_POLICY,
  WORKER_POLICY,
} from './content-security-policy.ts'

type Needs = {
  webDir: string
  mediaBase: string
  /** What the page needs from elsewhere, besides media. */
  sources?: ContentSources
}

/** Serves the built front end; every address that a person may open answers its one page. */
export async function serveWebFiles(app: FastifyInstance, { webDir, mediaBase, sources = {} }: Needs): Promise<void> {
  const hasFrontEnd = existsSync(join(webDir, 'index.html'))
  if (hasFrontEnd) {
    // The build of now, for as long as this process runs: a page of the next one would not fit this policy.
    const build = realpathSync(webDir)
    const html = readFileSync(join(build, 'index.html'), 'utf8')
    const policy = contentSecurityPolicy(html, withMedia(sources, mediaBase))
    await app.register(fastifyStatic, {
      root: [build, ...buildsBefore(build)],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes('/assets/')
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (/index\.html(\.(br|gz))?$/.test(file)) reply.header('Content-Security-Policy', policy)
        if (file.includes('/assets/workers/')) reply.header('Content-Security-Policy', WORKER_POLICY)
        if (/push-worker\.js(\.(br|gz))?$/.test(file)) reply.header('Content-Security-Policy', PUSH_WORKER_POLICY)
      },
    })
    // Link previews and monitors knock here without asking for HTML by name.
    app.get('/', async (_request, reply) => sendPage(reply))
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (hasFrontEnd && isNavigation(request)) return sendPage(reply, MAY_BE_FILE.test(pathOf(request)) ? 404 : 200)
    throw new ApiError('not-found')
  })
}

/** The address of a page that somebody typed, with a sign in it that means nothing, as one that can be read: %F4 as %25F4. */
export function readableUrl({ url = '/', headers }: IncomingMessage): string {
  if (!url.includes('%') || !headers.accept?.includes('text/html')) return url
  try {
    decodeURI(url)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** Tabs that were opened on an older build still ask for its chunks. */
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

/** Where calls and files are: the first part of a path. */
const NOT_PAGES = new Set([
  ...allCalls.map(({ path }) => firstPart(path)),
  ...['api', 'assets', 'health', 'media', 'uploads'],
])
/** Not plainly a name. To robots it is nothing; a person who typed it sees the app, which leads them home. */
const MAY_BE_FILE = /[.%\\][^/]*$/

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] as string
}

function isNavigation(request: FastifyRequest): boolean {
  const { method, headers } = request
  const isLook = method === 'GET' || method === 'HEAD'
  const wantsHtml = headers.accept?.includes('text/html') ?? false
  return isLook && wantsHtml && !NOT_PAGES.has(firstPart(pathOf(request))) && !isHidden(pathOf(request))
}

function firstPart(path: string): string | undefined {
  return path.split('/', 2)[1]
}

/** What other servers give away, such as `/.git`. */
function isHidden(path: string): boolean {
  return path.includes('/.')
}

function withMedia(sources: ContentSources, mediaBase: string): ContentSources {
  const hosts = /^https?:\/\/[^/]+/.exec(mediaBase) ?? []
  return { ...sources, img: [...hosts, ...(sources.img ?? [])], media: [...hosts] }
}
