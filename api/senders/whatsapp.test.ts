import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { whatsappSender } from './whatsapp.ts'

const TOKEN = 'EAAJB-a-token'
const TEMPLATE = { name: 'sign_in_code', languages: ['ar', 'en_US'] }

type CodeRequest = {
  to: string
  template: { name: string; language: { code: string }; components: { type: string; parameters: { text: string }[] }[] }
}

/** Answers as Meta's documents say: it checks the token, the template and its parameters, in this order. */
async function startMeta(receivers: Record<string, number> = {}) {
  const sent: CodeRequest[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as CodeRequest & Record<string, string>
    const reply = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const fail = (status: number, code: number) =>
      reply(status, {
        error: { message: `(#${code}) about ${body.to}`, type: 'OAuthException', code, fbtrace_id: 'A' },
      })
    if (request.url !== '/v25.0/105954558954427/messages') return fail(400, 100)
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return fail(401, 190)
    const { name, language, components } = body.template
    if (name !== TEMPLATE.name || !TEMPLATE.languages.includes(language.code)) return fail(404, 132001)
    if (components.map(({ type }) => type).join() !== 'body,button') return fail(400, 132000)
    const wrong = receivers[body.to]
    if (wrong) return fail(wrong === 131056 ? 429 : 400, wrong)
    sent.push(body)
    const contacts = [{ input: body.to, wa_id: body.to.slice(1) }]
    return reply(200, { messaging_product: 'whatsapp', contacts, messages: [{ id: 'wamid.A' }] })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const settings = {
    whatsappPhoneNumberId: '105954558954427',
    whatsappToken: TOKEN,
    whatsappTemplate: TEMPLATE.name,
    whatsappLanguages: TEMPLATE.languages,
    whatsappApiOnLoopbackForTests: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  return { sent, settings, server }
}

const CODE = { to: '+971501234567', code: '123456', language: 'en' } as const

test('the code is in the text and in the button of the template, in the language of the reader', async () => {
  const { sent, settings } = await startMeta()
  await whatsappSender(settings)(CODE)
  await whatsappSender(settings)({ ...CODE, language: 'ar' })
  expect(sent.map(({ template }) => template.language.code)).toEqual(['en_US', 'ar'])
  expect(sent[0]?.to).toBe(CODE.to)
  expect(sent[0]?.template.components.map(({ parameters }) => parameters[0]?.text)).toEqual(['123456', '123456'])
})

test('a template in one language serves every reader', async () => {
  const { sent, settings } = await startMeta()
  await whatsappSender({ ...settings, whatsappLanguages: ['ar'] })(CODE)
  expect(sent[0]?.template.language.code).toBe('ar')
})

test.each([
  ['a phone without WhatsApp', 131026, 'auth/operation-not-allowed'],
  ['a country that gets no such messages', 130497, 'auth/operation-not-allowed'],
  ['too many messages to one phone', 131056, 'auth/quota-exceeded'],
  ['too many messages in all', 130429, 'auth/quota-exceeded'],
  ['a failure of Meta', 131000, 'unavailable'],
])('%s has an error code of its own', async (_, answer, code) => {
  const { settings } = await startMeta({ [CODE.to]: answer })
  await expect(whatsappSender(settings)(CODE)).rejects.toMatchObject({ code })
})

test.each([
  ['WHATSAPP_TOKEN', { whatsappToken: 'expired' }],
  ['WHATSAPP_PHONE_NUMBER_ID', { whatsappPhoneNumberId: '1' }],
  ['WHATSAPP_TEMPLATE', { whatsappTemplate: 'another' }],
  ['WHATSAPP_LANGUAGES', { whatsappLanguages: ['fr'] }],
])('a wrong %s is named for the operator, without the phone', async (name, wrong) => {
  const { settings } = await startMeta()
  const error = await whatsappSender({ ...settings, ...wrong })(CODE).catch(failure => failure)
  expect(error.code).toBe('unavailable')
  expect(error.cause.message).toContain(name)
  expect(error.cause.message).not.toContain(CODE.to)
})

test('a service that does not answer is an error, too', async () => {
  const { settings, server } = await startMeta()
  server.close()
  await expect(whatsappSender(settings)(CODE)).rejects.toMatchObject({ code: 'unavailable' })
})
