import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
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
  const indexFile = join(webDir, 'index.html')
  const hasFrontEnd = existsSync(indexFile)
  if (hasFrontEnd) {
    const policy = contentSecurityPolicy(readFileSync(indexFile, 'utf8'), withMedia(sources, mediaBase))
    await app.register(fastifyStatic, {
      root: webDir,
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
    if (hasFrontEnd && isNavigation(request)) return sendPage(reply)
    throw new Refusal('not-found')
  })
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html')
}

/** Of calls and files, of what others' servers give away (`/.git`), and whatever is not plainly a name. */
const NOT_PAGES =
  /^\/(api|disciple|auth|identity|settings|analytics|messenger|media|assets|uploads|health)(\/|$)|\/\.|[.%\\][^/]*$/

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] as string
  const isLook = method === 'GET' || method === 'HEAD'
  const wantsHtml = headers.accept?.includes('text/html') ?? false
  return isLook && wantsHtml && !NOT_PAGES.test(path)
}

function withMedia(sources: ContentSources, mediaBase: string): ContentSources {
  const hosts = /^https?:\/\/[^/]+/.exec(mediaBase) ?? []
  return { ...sources, img: [...hosts, ...(sources.img ?? [])], media: [...hosts] }
}
