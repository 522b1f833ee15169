import { join } from 'node:path'
import * as v from 'valibot'
import { missingSettings } from './missing-settings.ts'
import {
  countries,
  country,
  firebaseApp,
  isHeaders,
  isHost,
  isMailAddress,
  isProxy,
  isTwilioSender,
  list,
  oneOf,
  text,
  url,
  wholeNumber,
  yesOrNo,
} from './setting-rules.ts'

const word = (wanted: string, pattern: RegExp, fallback?: string) =>
  text(wanted, value => pattern.test(value), fallback)

/** All settings with their rules; .env.example says what each is for. */
const Environment = v.object({
  NODE_ENV: oneOf(['', 'production', 'development', 'test']),
  HOST: text('a name or an IP address, like localhost or 0.0.0.0', isHost, 'localhost'),
  PORT: wholeNumber({ from: 0, to: 65535, fallback: 3000 }),
  DATA_DIR: word('the path of a folder, like /var/lib/step-by-step', /^[^\0]+$/, './data'),
  DATABASE_URL: url(
    'an address like postgres://user:password@localhost/steps, with a password escaped as in any address (# is %23)',
    /^postgres(ql)?:\/\//,
  ),
  SECRET_KEY: word('at least 32 characters long', /^.{32,}$/),
  TRUSTED_PROXIES: list('IP addresses, networks or the word loopback, like loopback,10.0.0.0/8', isProxy),
  LOG_LEVEL: oneOf(['silent', 'error', 'warn', 'info', 'debug'], 'info'),
  SMS_SENDER: oneOf(['outbox', 'webhook', 'twilio']),
  SMS_WEBHOOK_URL: url(
    'an address like https://sms.example/v1/messages; a user and a password belong in SMS_WEBHOOK_HEADERS',
    /^https?:\/\/(?![^/?#]*@)/,
  ),
  SMS_WEBHOOK_HEADERS: text('a JSON object of texts, like {"Authorization":"Bearer your-key"}', isHeaders),
  SMS_WEBHOOK_BODY: text('like {"to":"{{to}}","message":"{{text}}"}', () => true),
  TWILIO_ACCOUNT_SID: word('the name of an account, which begins with AC', /^AC\w+$/),
  TWILIO_AUTH_TOKEN: word('without spaces', /^\S+$/),
  TWILIO_FROM: text('a number like +15005550006, or a messaging service like MG123', isTwilioSender),
  MAIL_SENDER: oneOf(['outbox', 'smtp']),
  MAIL_FROM: text('one address, like Step by Step <steps@learn.example.org>', isMailAddress),
  SMTP_URL: url(
    'an address like smtps://user:password@mail.example.org, with a password escaped as in any address (@ is %40)',
    /^smtps?:\/\//,
  ),
  PUBLIC_URL: url('an address without a path, like https://learn.example.org', /^https?:\/\/[^/?#@*\\\s]+\/?$/),
  IDENTITY: oneOf(['embedded', 'firebase']),
  FIREBASE_APP: firebaseApp(),
  FIREBASE_SERVICE_ACCOUNT: word('the path of a file, like /etc/step-by-step-firebase.json', /^[^\0]+$/),
  FIREBASE_AUTH_EMULATOR_HOST: word('a host and a port, like 127.0.0.1:9099', /^[\w.-]+:\d+$/),
  PASSWORD_POLICY: oneOf(['standard', 'strong']),
  ENUMERATION_PROTECTION: yesOrNo(),
  INVITES: oneOf(['open', 'signed']),
  PHONE_COUNTRIES: countries(),
  DEFAULT_COUNTRY: country(),
  LIMIT_FACTOR: wholeNumber({ from: 1, to: 1_000_000, fallback: 1 }),
  MEDIA_BASE_URL: url('an address like https://cdn.example/media', /^https?:\/\/[^?#\s]+$/),
  STORAGE: oneOf(['disk', 's3']),
  S3_BUCKET: word('the name of a bucket, like learning', /^[\w.-]{3,255}$/),
  S3_ENDPOINT: url('an address like https://s3.example.org', /^https?:\/\/[^?#\s]+$/),
  S3_REGION: word('the name of a region, like eu-central-1', /^[\w-]+$/, 'us-east-1'),
  S3_ACCESS_KEY_ID: word('without spaces', /^\S+$/),
  S3_SECRET_ACCESS_KEY: word('without spaces', /^\S+$/),
  S3_PREFIX: word('words of A-Z, a-z, 0-9, _ and - with / between, like steps/', /^([\w-]+\/)*[\w-]*$/),
  MESSENGER_ENABLED: yesOrNo(),
  PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: word('like http://127.0.0.1:4000', /^http:\/\/127\.0\.0\.1:\d+$/),
  DEMO_COURSES: yesOrNo(),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the settings. Throws one error that names everything that is wrong. */
export function readConfig(env: Record<string, string | undefined>) {
  const result = v.safeParse(Environment, env)
  const mistakes = mistakesIn(env, result.issues ?? [])
  if (!result.success || mistakes.length > 0) throw new Error(mistakes.join('\n'))
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
    /** The public URL, without a slash at the end. Links in mails begin with it. */
    publicUrl: e.PUBLIC_URL.replace(/\/$/, '') || `http://${e.HOST}:${e.PORT}`,
    identity: e.IDENTITY,
    firebase: {
      app: e.FIREBASE_APP,
      serviceAccountFile: e.FIREBASE_SERVICE_ACCOUNT,
      emulatorHost: e.FIREBASE_AUTH_EMULATOR_HOST,
    },
    passwordPolicy: e.PASSWORD_POLICY,
    /** A wrong password and an unknown e-mail address get the same reply. */
    hidesAccounts: e.ENUMERATION_PROTECTION ?? false,
    /** A mentor can be asked for by an invitation only, not by a bare number. */
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
    isMessengerEnabled: e.MESSENGER_ENABLED ?? true,
    /** In tests this origin also counts as a push service; empty: only those of browsers do. */
    pushServiceForTests: e.PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS,
    hasDemoCourses: e.DEMO_COURSES ?? !isProduction,
    /** Codes go to a file and are shown on the page; nothing is sent. */
    isDemo: !isProduction && e.IDENTITY === 'embedded' && e.SMS_SENDER === 'outbox',
  }
  const missing = missingSettings(config, e)
  if (missing.length > 0) throw new Error(missing.join('\n'))
  return config
}

type Name = keyof typeof Environment.entries

/** These values are not printed or logged: they may contain a password. */
const SECRETS = new Set<string>([
  'DATABASE_URL',
  'SECRET_KEY',
  'SMS_WEBHOOK_URL',
  'SMS_WEBHOOK_HEADERS',
  'TWILIO_AUTH_TOKEN',
  'SMTP_URL',
  'FIREBASE_APP',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] satisfies Name[])

const SHOWN_CHARACTERS = 100

/** In these values a # is allowed. */
const MAY_HOLD_HASH = new Set<string>(['SECRET_KEY', 'SMS_WEBHOOK_BODY', 'SMS_WEBHOOK_HEADERS'] satisfies Name[])

function mistakesIn(env: Record<string, string | undefined>, issues: v.BaseIssue<unknown>[]): string[] {
  const sentences = issues.map(issue => {
    const name = v.getDotPath(issue) ?? ''
    const given = SECRETS.has(name) ? '' : `. It is: ${env[name]?.slice(0, SHOWN_CHARACTERS)}`
    return [name, `${name}: must be ${issue.message}${given}`] as const
  })
  return Object.values(Object.fromEntries([...sentences, ...commentsIn(env)]))
}

/** systemd and Docker read a comment after a value as part of the value. */
function commentsIn(env: Record<string, string | undefined>): (readonly [string, string])[] {
  const names = Object.keys(Environment.entries).filter(name => !MAY_HOLD_HASH.has(name) && /\s#/.test(env[name] ?? ''))
  return names.map(name => [
    name,
    `${name}: must be without the comment behind it. Put the comment on a line of its own`,
  ])
}
