import type { Config } from './config.ts'
import { fromJson } from './setting-rules.ts'

/** One sentence for each setting that is missing or contradicts another one, so that an operator sees all at once. */
export function missingSettings(config: Config): string[] {
  const { isProduction, identity, phoneCountries, defaultCountry } = config
  const missing: string[] = []
  if (isProduction && config.databaseUrl && !config.secretKey)
    missing.push('SECRET_KEY: with DATABASE_URL every machine needs the same secret of at least 32 characters')
  if (config.databaseDirectUrl && !config.databaseUrl)
    missing.push('DATABASE_URL: DATABASE_DIRECT_URL is only for a pooler in between, which DATABASE_URL names')
  if (config.workers > 1 && !config.databaseUrl)
    missing.push('WORKERS: only one process can serve a SQLite file; several need PostgreSQL, with DATABASE_URL')
  if (isProduction && !config.publicUrl.startsWith('https://'))
    missing.push('PUBLIC_URL: in production links need the https:// URL under which people find this installation')
  if (isProduction && identity === 'embedded') missing.push(...unsent(config))
  if (identity === 'firebase') missing.push(...missingOfFirebase(config))
  if (config.smsSender === 'webhook' && !(config.smsWebhookUrl && config.smsWebhookBody))
    missing.push('SMS_WEBHOOK_URL and SMS_WEBHOOK_BODY: SMS_SENDER=webhook needs both')
  const mistake = config.smsWebhookBody && bodyMistake(config.smsWebhookBody, config.smsWebhookHeaders)
  if (mistake) missing.push(`SMS_WEBHOOK_BODY: must ${mistake}`)
  if (config.smsSender === 'twilio' && !(config.twilioAccountSid && config.twilioAuthToken && config.twilioFrom))
    missing.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM: SMS_SENDER=twilio needs all three')
  if (identity === 'firebase' && config.otherWays.length > 0)
    missing.push('OTHER_WAYS: must be empty with IDENTITY=firebase, which sends its own codes')
  if (config.otherWays.includes('whatsapp') && !canWhatsapp(config))
    missing.push(
      'WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN, WHATSAPP_TEMPLATE and WHATSAPP_LANGUAGES: OTHER_WAYS=whatsapp needs all four',
    )
  if (isProduction && config.whatsappApiOnLoopbackForTests)
    missing.push('WHATSAPP_API_ON_LOOPBACK_FOR_TESTS: in production it must be empty')
  if (config.mailSender === 'smtp' && !(config.smtpUrl && config.mailFrom))
    missing.push('SMTP_URL and MAIL_FROM: MAIL_SENDER=smtp needs both')
  if (config.storage === 's3' && !isBucketKnown(config))
    missing.push('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: STORAGE=s3 needs all three')
  if (isProduction && config.pushServiceOnLoopbackForTests)
    missing.push('PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: in production it must be empty')
  if (isProduction && config.mediaBaseUrl.startsWith('http:'))
    missing.push('MEDIA_BASE_URL: must be an https:// URL in production, since browsers load nothing else there')
  if (defaultCountry && phoneCountries.length > 0 && !phoneCountries.includes(defaultCountry))
    missing.push(`DEFAULT_COUNTRY: must be one of PHONE_COUNTRIES (${phoneCountries}). It is: ${defaultCountry}`)
  return missing
}

export function isBucketKnown({ s3Bucket, s3AccessKeyId, s3SecretAccessKey }: Config): boolean {
  return s3Bucket !== '' && s3AccessKeyId !== '' && s3SecretAccessKey !== ''
}

/** A demo needs no settings of WhatsApp, because the code goes to the outbox file. */
function canWhatsapp(config: Config): boolean {
  const { whatsappPhoneNumberId, whatsappToken, whatsappTemplate, whatsappLanguages } = config
  const isComplete = whatsappPhoneNumberId && whatsappToken && whatsappTemplate && whatsappLanguages.length > 0
  return config.isDemo || Boolean(isComplete)
}

function unsent({ smsSender, mailSender }: Config): string[] {
  return [
    ...(smsSender === 'outbox'
      ? ['SMS_SENDER: in production codes must be sent; set it to webhook or twilio (the outbox shows them to anybody)']
      : []),
    ...(mailSender === 'outbox'
      ? ['MAIL_SENDER: in production mails must be sent; set it to smtp (the outbox keeps them in a file)']
      : []),
  ]
}

function missingOfFirebase(config: Config): string[] {
  const missing: string[] = []
  if (!config.firebaseApp) missing.push('FIREBASE_APP: IDENTITY=firebase needs the web app of your Firebase project')
  if (!config.firebaseServiceAccount && !config.firebaseAuthEmulatorHost)
    missing.push(
      'FIREBASE_SERVICE_ACCOUNT: IDENTITY=firebase needs the key file of a service account, to join and erase accounts',
    )
  if (config.isProduction && config.firebaseAuthEmulatorHost)
    missing.push('FIREBASE_AUTH_EMULATOR_HOST: an emulator lets anybody be anybody; in production it must be empty')
  return missing
}

/** The most difficult text: it has quotes, a backslash and line breaks, and the code begins with 0. */
const SAMPLES: Record<string, string> = { to: '+971501234567', text: 'a "b"\\\n012345', code: '012345' }

/** The mistake in the body of a webhook, as the rest of "must …"; undefined if there is none. */
function bodyMistake(body: string, headers: string): string | undefined {
  const names = [...body.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([whole, name]) => ({ whole, name }))
  const unknown = names.find(({ whole, name }) => !((name as string) in SAMPLES) || whole !== `{{${name}}}`)
  if (unknown) return `hold no ${unknown.whole}: only {{to}}, {{text}} and {{code}} are filled in`
  const has = (name: string) => names.some(one => one.name === name)
  if (!has('to')) return 'hold {{to}}, in whose place the phone number comes'
  if (!has('text') && !has('code')) return 'hold {{text}} or {{code}}, or nobody gets a code'
  if (!isJson(headers)) return undefined
  const filled = (code: string) =>
    body.replace(/\{\{(to|text|code)\}\}/g, (_, name: string) =>
      JSON.stringify(name === 'code' ? code : SAMPLES[name]).slice(1, -1),
    )
  const isFine = [filled(''), filled('012345')].every(one => fromJson(one) !== undefined)
  return isFine
    ? undefined
    : 'be JSON once it is filled in: quotes belong around {{to}}, {{text}} and {{code}}, and all braces closed'
}

function isJson(headers: string): boolean {
  const names = Object.entries((fromJson(headers) ?? {}) as Record<string, string>)
  const type = names.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json'
  return type.toLowerCase().includes('json')
}
