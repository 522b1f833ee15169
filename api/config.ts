import { join } from 'node:path'
import * as v from 'valibot'
import { FirebaseApp } from '../contract/settings.ts'
import { missingSettings } from './missing-settings.ts'

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
  MAIL_SENDER: v.optional(v.picklist(['outbox', 'smtp']), 'outbox'),
  MAIL_FROM: Text,
  SMTP_URL: v.pipe(Text, v.regex(/^$|^smtps?:\/\//, 'must be an smtp:// or smtps:// address')),
  PUBLIC_URL: v.pipe(Text, v.regex(/^$|^https?:\/\/[^/?#]+\/?$/, 'must be like https://learn.example.org')),
  IDENTITY: v.optional(v.picklist(['embedded', 'firebase']), 'embedded'),
  FIREBASE_APP: v.pipe(Text, v.rawTransform(parsedApp)),
  FIREBASE_SERVICE_ACCOUNT: Text,
  FIREBASE_AUTH_EMULATOR_HOST: Text,
  PASSWORD_POLICY: v.optional(v.picklist(['standard', 'strong']), 'standard'),
  ENUMERATION_PROTECTION: v.pipe(
    Text,
    v.transform(text => ['1', 'true', 'on', 'yes'].includes(text.toLowerCase())),
  ),
  INVITES: v.optional(v.picklist(['open', 'signed']), 'open'),
  PHONE_COUNTRIES: List,
  DEFAULT_COUNTRY: v.pipe(Text, v.regex(/^$|^[A-Z]{2}$/, 'must be two capital letters')),
  LIMIT_FACTOR: v.pipe(Whole(1), v.minValue(1)),
  MEDIA_BASE_URL: Text,
  STORAGE: v.optional(v.picklist(['disk', 's3']), 'disk'),
  S3_BUCKET: Text,
  S3_ENDPOINT: v.pipe(Text, v.regex(/^$|^https?:\/\/[^?#]+$/, 'must be like https://s3.example.org')),
  S3_REGION: v.optional(v.pipe(v.string(), v.trim()), 'us-east-1'),
  S3_ACCESS_KEY_ID: Text,
  S3_SECRET_ACCESS_KEY: Text,
  S3_PREFIX: v.pipe(Text, v.regex(/^([\w-]+\/)*[\w-]*$/, 'must be words of A-Z, a-z, 0-9, _ and - with / between')),
  MESSENGER_ENABLED: On,
  PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: v.pipe(
    Text,
    v.regex(/^$|^http:\/\/127\.0\.0\.1:\d+$/, 'must be like http://127.0.0.1:4000, or empty'),
  ),
  DEMO_COURSES: On,
})

export type Config = ReturnType<typeof readConfig>

/** Reads the settings, or throws one error that names everything that is wrong with them. */
export function readConfig(env: Record<string, string | undefined>) {
  const result = v.safeParse(Environment, env)
  if (!result.success)
    throw new Error(result.issues.map(issue => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
  const e = result.output
  const isProduction = e.NODE_ENV === 'production'
  const config = {
    isProduction,
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
    mail: { sender: e.MAIL_SENDER, from: e.MAIL_FROM, smtpUrl: e.SMTP_URL },
    /** Where browsers find this installation, without a slash at the end: links in mails begin with it. */
    publicUrl: e.PUBLIC_URL.replace(/\/$/, '') || `http://${e.HOST}:${e.PORT}`,
    identity: e.IDENTITY,
    firebase: {
      app: e.FIREBASE_APP,
      serviceAccountFile: e.FIREBASE_SERVICE_ACCOUNT,
      emulatorHost: e.FIREBASE_AUTH_EMULATOR_HOST,
    },
    passwordPolicy: e.PASSWORD_POLICY,
    /** Whether a wrong password and an unknown address are answered alike. */
    hidesAccounts: e.ENUMERATION_PROTECTION,
    /** Whether a mentor can be asked for by an invitation only, not by a bare number. */
    needsInvitation: e.INVITES === 'signed',
    phoneCountries: e.PHONE_COUNTRIES,
    defaultCountry: e.DEFAULT_COUNTRY,
    limitFactor: e.LIMIT_FACTOR,
    mediaDir: join(e.DATA_DIR, 'media'),
    recordingsDir: join(e.DATA_DIR, 'recordings'),
    storage: e.STORAGE,
    s3: {
      bucket: e.S3_BUCKET,
      endpoint: e.S3_ENDPOINT.replace(/\/$/, '') || `https://s3.${e.S3_REGION}.amazonaws.com`,
      region: e.S3_REGION,
      accessKeyId: e.S3_ACCESS_KEY_ID,
      secretAccessKey: e.S3_SECRET_ACCESS_KEY,
      prefix: e.S3_PREFIX.replace(/[^/]$/, '$&/'),
    },
    mediaBase: e.MEDIA_BASE_URL.replace(/\/$/, '') || '/media',
    isMessengerEnabled: e.MESSENGER_ENABLED,
    /** An origin that counts as a push service; empty: only those of browsers do. */
    pushServiceForTests: e.PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS,
    hasDemoCourses: e.DEMO_COURSES,
    /** Codes go to a file and are shown on the page: nothing is sent anywhere. */
    isDemo: !isProduction && e.IDENTITY === 'embedded' && e.SMS_SENDER === 'outbox',
  }
  const missing = missingSettings(config, e)
  if (missing.length > 0) throw new Error(missing.join('\n'))
  return config
}

type Parsing = { dataset: { value: string }; addIssue: (issue: { message: string }) => void; NEVER: never }

/** The JSON object that Firebase's console shows for a web app; empty: there is none. */
function parsedApp({ dataset, addIssue, NEVER }: Parsing): FirebaseApp | undefined {
  if (dataset.value === '') return undefined
  try {
    return v.parse(FirebaseApp, JSON.parse(dataset.value))
  } catch {
    addIssue({ message: 'must be a JSON object with apiKey, authDomain, projectId and appId' })
    return NEVER
  }
}
