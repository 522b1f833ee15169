import { join } from 'node:path'
import * as v from 'valibot'

const Text = v.optional(v.pipe(v.string(), v.trim()), '')
const Whole = (fallback: number) =>
  v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)), String(fallback))
const List = v.pipe(
  Text,
  v.transform(text => text.split(',').flatMap(part => part.trim() || [])),
)
/** On unless it says no in so many words. */
const On = v.pipe(
  Text,
  v.transform(text => !['false', '0', 'off', 'no'].includes(text.toLowerCase())),
)

/** Every setting there is; .env.example tells what each is for. */
const Environment = v.object({
  NODE_ENV: Text,
  HOST: v.optional(v.pipe(v.string(), v.trim()), 'localhost'),
  PORT: v.pipe(Whole(3000), v.maxValue(65535)),
  DATA_DIR: v.optional(v.pipe(v.string(), v.trim()), './data'),
  DATABASE_URL: v.pipe(Text, v.regex(/^$|^postgres(ql)?:\/\//, 'must be a postgres:// address')),
  SECRET_KEY: v.pipe(Text, v.regex(/^$|^.{32,}$/, 'must have at least 32 characters')),
  TRUSTED_PROXIES: List,
  LOG_LEVEL: v.optional(v.picklist(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
  SMS_SENDER: v.optional(v.picklist(['outbox', 'webhook', 'twilio']), 'outbox'),
  SMS_WEBHOOK_URL: Text,
  SMS_WEBHOOK_HEADERS: Text,
  SMS_WEBHOOK_BODY: Text,
  TWILIO_ACCOUNT_SID: Text,
  TWILIO_AUTH_TOKEN: Text,
  TWILIO_FROM: Text,
  PHONE_COUNTRIES: List,
  DEFAULT_COUNTRY: v.pipe(Text, v.regex(/^$|^[A-Z]{2}$/, 'must be two capital letters')),
  LIMIT_FACTOR: v.pipe(Whole(1), v.minValue(1)),
  MEDIA_BASE_URL: Text,
  MESSENGER_ENABLED: On,
  DEMO_COURSES: On,
})

export type Config = ReturnType<typeof readConfig>

/** Reads the settings, or throws one error that names everything that is wrong with them. */
export function readConfig(env: Record<string, string | undefined>) {
  const result = v.safeParse(Environment, env)
  if (!result.success)
    throw new Error(result.issues.map(issue => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
  const e = result.output
  const config = {
    isProduction: e.NODE_ENV === 'production',
    host: e.HOST,
    port: e.PORT,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    secretKey: e.SECRET_KEY,
    trustedProxies: e.TRUSTED_PROXIES,
    logLevel: e.LOG_LEVEL,
    sms: {
      sender: e.SMS_SENDER,
      webhook: { url: e.SMS_WEBHOOK_URL, headers: e.SMS_WEBHOOK_HEADERS, body: e.SMS_WEBHOOK_BODY },
      twilio: { accountSid: e.TWILIO_ACCOUNT_SID, authToken: e.TWILIO_AUTH_TOKEN, from: e.TWILIO_FROM },
    },
    phoneCountries: e.PHONE_COUNTRIES,
    defaultCountry: e.DEFAULT_COUNTRY,
    limitFactor: e.LIMIT_FACTOR,
    mediaDir: join(e.DATA_DIR, 'media'),
    mediaBase: e.MEDIA_BASE_URL.replace(/\/$/, '') || '/media',
    isMessengerEnabled: e.MESSENGER_ENABLED,
    hasDemoCourses: e.DEMO_COURSES,
    /** Codes go to a file and are shown on the page: nothing is sent anywhere. */
    isDemo: e.SMS_SENDER === 'outbox',
  }
  const missing = missingSettings(config)
  if (missing.length > 0) throw new Error(missing.join('\n'))
  return config
}

function missingSettings({
  isProduction,
  isDemo,
  databaseUrl,
  secretKey,
  sms,
}: {
  isProduction: boolean
  isDemo: boolean
  databaseUrl: string
  secretKey: string
  sms: { sender: string; webhook: { url: string; body: string }; twilio: Record<string, string> }
}): string[] {
  const missing: string[] = []
  if (isProduction && isDemo) {
    missing.push(
      'SMS_SENDER: in production codes must be sent; set it to webhook or twilio (the outbox shows them to anybody)',
    )
  }
  if (isProduction && databaseUrl && !secretKey) {
    missing.push('SECRET_KEY: with DATABASE_URL every machine needs the same secret of at least 32 characters')
  }
  if (sms.sender === 'webhook' && !(sms.webhook.url && sms.webhook.body)) {
    missing.push('SMS_WEBHOOK_URL and SMS_WEBHOOK_BODY: SMS_SENDER=webhook needs both')
  }
  if (sms.sender === 'twilio' && Object.values(sms.twilio).some(value => value === '')) {
    missing.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM: SMS_SENDER=twilio needs all three')
  }
  return missing
}
