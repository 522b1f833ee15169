import { post } from './post.ts'
import type { SendSms } from './sender.ts'

/**
 * Any service that takes a POST. `{{to}}`, `{{text}}` and `{{code}}` in `body` are replaced, escaped for a JSON string;
 * `{{code}}` is empty for a text without one. `headers` is a JSON object of further headers, or empty.
 */
export function webhookSender({ url, headers, body }: { url: string; headers: string; body: string }): SendSms {
  const allHeaders = { 'Content-Type': 'application/json', ...parseHeaders(headers) }
  return ({ to, text, code = '' }) => post(url, allHeaders, fillIn(body, { to, text, code }))
}

function parseHeaders(headers: string): Record<string, string> {
  if (headers === '') return {}
  try {
    return JSON.parse(headers)
  } catch {
    throw new Error('SMS_WEBHOOK_HEADERS: must be a JSON object, like {"Authorization":"Bearer …"}')
  }
}

function fillIn(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(to|text|code)\}\}/g, (_, name: string) => inJson(values[name] as string))
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
