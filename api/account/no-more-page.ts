import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, RouteShorthandOptions } from 'fastify'
import { languageCodes, languages } from '../../contract/languages.ts'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { noteError } from '../http/api-error.ts'
import { consume } from '../http/limits.ts'
import { networkOf } from '../http/network.ts'
import { serverTexts } from '../texts/server-texts.ts'
import { endConsentByCode, hasTextConsentByCode } from './text-consent.ts'

const GUESSES_PER_MINUTE = 20
const STYLE =
  'body{margin:0;padding:2rem 1.25rem;font:1.125rem/1.7 system-ui,sans-serif;color:#13262c;background:#e9eef0}main{max-width:32rem;margin:auto;padding:1.5rem;border-radius:1.25rem;background:#fff}h1,h2{margin:0;font-size:1.375rem}section+section{margin-top:1.5rem}button{width:100%;min-height:3rem;padding:.5rem 1rem;border:0;border-radius:1rem;font:inherit;font-weight:700;color:#fff;background:#006b7d}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

type Deps = { db: Db; now: () => number; limitFactor: number }
type Shown = 'ask' | 'done' | 'ended' | 'gone' | 'later'

/**
 * The page behind the link in a friendly text: one press ends such texts, without a sign-in. It is in all languages and
 * has no script, and is no screen of the app, so no learner loads a byte more. Opening the link ends nothing, because
 * programs that show previews open links, too.
 */
export function serveNoMorePage(app: FastifyInstance, { db, now, limitFactor }: Deps): void {
  // Only guesses are counted: many people of one network may open their own links in the same minute.
  const countGuess = (ip: string) =>
    consume(
      db,
      { name: 'no-more', of: { network: networkOf(ip) }, max: GUESSES_PER_MINUTE * limitFactor, perMs: MINUTE },
      now(),
    )
  // A person opens the link in a browser, so an error is a page, too.
  const errorHandler: NonNullable<RouteShorthandOptions['errorHandler']> = (error, request, reply) => {
    noteError(error, request, reply)
    send(reply, 'later')
  }

  app.get<{ Params: { code: string } }>('/no-more/:code', { errorHandler }, async ({ ip, params }, reply) => {
    const agrees = await hasTextConsentByCode(db, params.code)
    if (agrees === undefined) {
      await countGuess(ip)
      return send(reply.code(404), 'gone')
    }
    return send(reply, agrees ? 'ask' : 'ended')
  })

  // The form has no fields, so its body is not read.
  app.post<{ Params: { code: string } }>(
    '/no-more/:code',
    {
      errorHandler,
      onRequest: async ({ ip, params }, reply) => {
        const isKnown = (await endConsentByCode(db, params.code, now())) !== undefined
        if (!isKnown) await countGuess(ip)
        return isKnown ? send(reply, 'done') : send(reply.code(404), 'gone')
      },
    },
    async () => {},
  )
}

function send(reply: FastifyReply, shown: Shown) {
  return reply
    .headers({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY })
    .send(pageOf(shown))
}

function pageOf(shown: Shown): string {
  const [first] = languageCodes
  const parts = languageCodes.map((code, index) => {
    const texts = serverTexts[code].noMore
    const heading = index === 0 ? 'h1' : 'h2'
    const form = shown === 'ask' ? `<form method="post"><button>${texts.button}</button></form>` : ''
    const { direction } = languages[code]
    return `<section lang="${code}" dir="${direction}"><${heading}>${texts.title}</${heading}><p>${texts[shown]}</p>${form}</section>`
  })
  const { title } = serverTexts[first ?? 'ar'].noMore
  return `<!doctype html><html lang="${first}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main>${parts.join('')}</main></body></html>`
}
