import type { Config } from '../config.ts'
import { post } from './post.ts'
import type { SendSms } from './sender.ts'

export type WebhookSettings = Pick<Config, 'smsWebhookUrl' | 'smsWebhookHeaders' | 'smsWebhookBody'>

/**
 * Any service that takes a POST. `{{to}}`, `{{text}}` and `{{code}}` in the body are replaced, escaped for a JSON
 * string; `{{code}}` is empty for a text without one. The headers are a JSON object of further headers, or empty.
 */
export function webhookSender({ smsWebhookUrl, smsWebhookHeaders, smsWebhookBody }: WebhookSettings): SendSms {
  const headers = { 'Content-Type': 'application/json', ...parseHeaders(smsWebhookHeaders) }
  return ({ to, text, code = '' }) => post(smsWebhookUrl, headers, fillIn(smsWebhookBody, { to, text, code }))
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
