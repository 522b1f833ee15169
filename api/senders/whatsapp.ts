import { ApiError } from '../../contract/calls/api-error.ts'
import { MINUTE, SECOND } from '../../contract/time.ts'
import type { Config } from '../config.ts'
import { beginningOf, postTo } from './post.ts'
import { type SendWhatsapp, throwNotSent } from './sender.ts'

const API = 'https://graph.facebook.com'
const VERSION = 'v25.0'

export type WhatsappSettings = Pick<
  Config,
  'whatsappPhoneNumberId' | 'whatsappToken' | 'whatsappTemplate' | 'whatsappLanguages' | 'whatsappApiOnLoopbackForTests'
>

/**
 * WhatsApp's Cloud API: a template of the category Authentication, whose code goes into its text and into its button.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/authentication-templates
 */
export function whatsappSender(settings: WhatsappSettings): SendWhatsapp {
  const { whatsappPhoneNumberId, whatsappToken, whatsappTemplate, whatsappLanguages } = settings
  const url = `${settings.whatsappApiOnLoopbackForTests || API}/${VERSION}/${whatsappPhoneNumberId}/messages`
  const headers = { Authorization: `Bearer ${whatsappToken}`, 'Content-Type': 'application/json' }

  return async ({ to, code, language }) => {
    const parameters = [{ type: 'text', text: code }]
    const body = JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'template',
      template: {
        name: whatsappTemplate,
        language: { code: languageOf(language, whatsappLanguages) },
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    })
    const response = await postTo(url, headers, body)
    const answer = answerIn(await beginningOf(response))
    if (!response.ok || !answer.messages?.length) throwFor(response.status, answer.error?.code)
  }
}

function answerIn(text: string): Answer {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** The language code of the template for a language of the app, like ar_EG for ar; without one, the first code. */
function languageOf(language: string, [usual = '', ...others]: readonly string[]): string {
  return [usual, ...others].find(code => code.split('_')[0] === language) ?? usual
}

type Answer = { messages?: unknown[]; error?: { code?: number } }

/** Meta's messages may repeat the phone number, so only codes reach the log, with the setting to look at. */
function throwFor(status: number, code: number | undefined): never {
  const cause = new Error(`WhatsApp answered ${status}, error ${code ?? 'unknown'}. ${adviceFor(code)}`.trim())
  if (code !== undefined && NO_WHATSAPP.has(code))
    throw Object.assign(new ApiError('auth/operation-not-allowed'), { cause })
  if (code !== undefined && TOO_MANY.has(code)) {
    throw Object.assign(new ApiError('auth/quota-exceeded', { retryAfter: (10 * MINUTE) / SECOND }), { cause })
  }
  return throwNotSent(cause)
}

/** The phone has no WhatsApp that can get a code, or Meta sends no codes to its country. */
const NO_WHATSAPP = new Set([131021, 131026, 131030, 130497])
const TOO_MANY = new Set([4, 80007, 130429, 131048, 131056])

const ADVICE: Record<number, string> = {
  0: 'Look at WHATSAPP_TOKEN',
  3: 'WHATSAPP_TOKEN lacks the permission whatsapp_business_messaging',
  10: 'WHATSAPP_TOKEN lacks the permission whatsapp_business_messaging',
  100: 'Look at WHATSAPP_PHONE_NUMBER_ID',
  190: 'WHATSAPP_TOKEN is wrong or has expired',
  368: 'Meta has blocked the business account',
  131005: 'WHATSAPP_TOKEN may not use this number',
  131031: 'Meta has locked the business account',
  131042: 'The business account cannot pay',
  132000: 'WHATSAPP_TEMPLATE must be an authentication template with a copy-code button',
  132001: 'Look at WHATSAPP_TEMPLATE and WHATSAPP_LANGUAGES: Meta has no such template in this language',
  132012: 'WHATSAPP_TEMPLATE must be an authentication template with a copy-code button',
  132015: 'Meta has paused WHATSAPP_TEMPLATE',
  132016: 'Meta has switched WHATSAPP_TEMPLATE off',
  133010: 'The number of WHATSAPP_PHONE_NUMBER_ID is not registered',
}

function adviceFor(code: number | undefined): string {
  return code === undefined ? '' : (ADVICE[code] ?? '')
}
