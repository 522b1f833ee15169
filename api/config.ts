import { join } from 'node:path'
import * as v from 'valibot'
import { defaultSettings } from '../contract/settings.ts'
import {
  commaList,
  countries,
  country,
  firebaseAppRule,
  isHeaders,
  isHost,
  isProxy,
  isSender,
  isTwilioSender,
  listOfNames,
  oneOf,
  secret,
  text,
  url,
  wholeNumber,
  withHash,
  yesOrNo,
} from './setting-rules.ts'

/** What the sign-in may offer when no SMS arrives. */
const OTHER_WAYS = ['whatsapp', 'email', 'approval'] as const

const word = (wanted: string, pattern: RegExp, fallback?: string) =>
  text(wanted, value => pattern.test(value), fallback)

/** All settings with their rules and defaults; .env.example says what each is for. */
export const Environment = v.object({
  NODE_ENV: oneOf(['', 'production', 'development', 'test']),
  HOST: text('a name or an IP address, like localhost or 0.0.0.0', isHost, 'localhost'),
  PORT: wholeNumber({ from: 0, to: 65535, fallback: 3000 }),
  WORKERS: wholeNumber({ from: 1, to: 64, fallback: 1 }),
  DATA_DIR: word('the path of a folder, like /var/lib/step-by-step', /^[^\0]+$/, './data'),
  DATABASE_URL: secret(
    url(
      'a URL like postgres://user:password@localhost/steps, with a password escaped as in any URL (# is %23)',
      /^postgres(ql)?:\/\//,
    ),
  ),
  DATABASE_DIRECT_URL: secret(url('a URL like postgres://user:password@localhost/steps', /^postgres(ql)?:\/\//)),
  SECRET_KEY: secret(withHash(word('at least 32 characters long', /^.{32,}$/))),
  TRUSTED_PROXIES: commaList('IP addresses, networks or the word loopback, like loopback,10.0.0.0/8', isProxy),
  METRICS_TOKEN: secret(withHash(word('at least 16 characters long, without spaces', /^\S{16,}$/))),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('a URL like http://localhost:4318', /^https?:\/\/(?![^/?#]*@)/),
  LOG_LEVEL: oneOf(['silent', 'error', 'warn', 'info', 'debug'], 'info'),
  SMS_SENDER: oneOf(['outbox', 'webhook', 'twilio']),
  SMS_WEBHOOK_URL: secret(
    url(
      'a URL like https://sms.example/v1/messages; a user and a password belong in SMS_WEBHOOK_HEADERS',
      /^https?:\/\/(?![^/?#]*@)/,
    ),
  ),
  SMS_WEBHOOK_HEADERS: secret(
    withHash(text('a JSON object of texts, like {"Authorization":"Bearer your-key"}', isHeaders)),
  ),
  SMS_WEBHOOK_BODY: withHash(text('like {"to":"{{to}}","message":"{{text}}"}', () => true)),
  TWILIO_ACCOUNT_SID: word('the name of an account, which begins with AC', /^AC\w+$/),
  TWILIO_AUTH_TOKEN: secret(word('without spaces', /^\S+$/)),
  TWILIO_FROM: text('a number like +15005550006, or a messaging service like MG123', isTwilioSender),
  SMS_PRICE: word('an amount and a currency, like 0.06 JOD', /^\d{1,6}(\.\d{1,4})? [A-Z]{3}$/),
  OTHER_WAYS: listOfNames(OTHER_WAYS, 'whatsapp,email,approval'),
  WHATSAPP_PHONE_NUMBER_ID: word('the id of a number, which has digits only', /^\d{5,30}$/),
  WHATSAPP_TOKEN: secret(word('without spaces', /^\S+$/)),
  WHATSAPP_TEMPLATE: word('the name of an authentication template, like sign_in_code', /^[a-z0-9_]{1,512}$/),
  WHATSAPP_LANGUAGES: commaList('language codes of the template, like ar,en_US', code =>
    /^[a-z]{2,3}(_[A-Z]{2})?$/.test(code),
  ),
  WHATSAPP_API_ON_LOOPBACK_FOR_TESTS: word('like http://127.0.0.1:4000', /^http:\/\/127\.0\.0\.1:\d+$/),
  MAIL_SENDER: oneOf(['outbox', 'smtp']),
  MAIL_FROM: text('one e-mail address, like Step by Step <steps@learn.example.org>', isSender),
  SMTP_URL: secret(
    url(
      'a URL like smtps://user:password@mail.example.org, with a password escaped as in any URL (@ is %40)',
      /^smtps?:\/\//,
    ),
  ),
  PUBLIC_URL: url('a URL without a path, like https://learn.example.org', /^https?:\/\/[^/?#@*\\\s]+\/?$/),
  IDENTITY: oneOf(['embedded', 'firebase'], defaultSettings.identity),
  FIREBASE_APP: secret(firebaseAppRule()),
  FIREBASE_SERVICE_ACCOUNT: word('the path of a file, like /etc/step-by-step-firebase.json', /^[^\0]+$/),
  FIREBASE_AUTH_EMULATOR_HOST: word('a host and a port, like 127.0.0.1:9099', /^[\w.-]+:\d+$/),
  PASSWORD_POLICY: oneOf(['standard', 'strong'], defaultSettings.passwordPolicy),
  ENUMERATION_PROTECTION: yesOrNo(false),
  INVITES: oneOf(['open', 'signed']),
  PHONE_COUNTRIES: countries(),
  DEFAULT_COUNTRY: country(),
  LIMIT_FACTOR: wholeNumber({ from: 1, to: 1_000_000, fallback: 1 }),
  MEDIA_BASE_URL: url('a URL like https://cdn.example/media', /^https?:\/\/[^?#\s]+$/),
  STORAGE: oneOf(['disk', 's3']),
  S3_BUCKET: word('the name of a bucket, like learning', /^[\w.-]{3,255}$/),
  S3_ENDPOINT: url('a URL like https://s3.example.org', /^https?:\/\/[^?#\s]+$/),
  S3_REGION: word('the name of a region, like eu-central-1', /^[\w-]+$/, 'us-east-1'),
  S3_ACCESS_KEY_ID: secret(word('without spaces', /^\S+$/)),
  S3_SECRET_ACCESS_KEY: secret(word('without spaces', /^\S+$/)),
  S3_PREFIX: word('words of A-Z, a-z, 0-9, _ and - with / between, like steps/', /^([\w-]+\/)*[\w-]*$/),
  MESSENGER_ENABLED: yesOrNo(defaultSettings.messengerEnabled),
  OFFLINE_ENABLED: yesOrNo(true),
  PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: word('like http://127.0.0.1:4000', /^http:\/\/127\.0\.0\.1:\d+$/),
  DEMO_COURSES: yesOrNo(undefined),
  NIGHTLY_BACKUP: yesOrNo(undefined),
})

type Environment = v.InferOutput<typeof Environment>

/** A setting keeps its name, in camel case: LIMIT_FACTOR is `config.limitFactor`. */
type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name & string>

type Settings = { [Name in keyof Environment as CamelCase<Name>]: Environment[Name] }

function inCamelCase(environment: Environment): Settings {
  const camelCase = (name: string) => name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [camelCase(name), value])) as Settings
}

export type Config = ReturnType<typeof configOf>

/** Fills in the defaults that depend on other settings, and adds what follows from several settings. */
export function configOf(environment: Environment) {
  const settings = inCamelCase(environment)
  const { host, port, dataDir, s3Region } = settings
  const isProduction = settings.nodeEnv === 'production'
  return {
    ...settings,
    publicUrl: withoutSlash(settings.publicUrl) || `http://${host}:${port}`,
    mediaBaseUrl: withoutSlash(settings.mediaBaseUrl) || defaultSettings.mediaBase,
    s3Endpoint: withoutSlash(settings.s3Endpoint) || `https://s3.${s3Region}.amazonaws.com`,
    s3Prefix: settings.s3Prefix.replace(/[^/]$/, '$&/'),
    demoCourses: settings.demoCourses ?? !isProduction,
    nightlyBackup: settings.nightlyBackup ?? isProduction,
    otherWays: otherWaysOf(settings),
    isProduction,
    /** No text message is sent: codes are shown on the page. A mail server may be set all the same. */
    isDemo: isDemo(settings),
    mediaDir: join(dataDir, 'media'),
    recordingsDir: join(dataDir, 'recordings'),
  }
}

function isDemo({ nodeEnv, identity, smsSender }: Settings): boolean {
  return nodeEnv !== 'production' && identity === 'embedded' && smsSender === 'outbox'
}

/** Only a mentor can approve, and without the messenger no mentor has a screen. */
function otherWaysOf(settings: Settings): Settings['otherWays'] {
  const wanted = settings.otherWays.length === 0 && isDemo(settings) ? [...OTHER_WAYS] : settings.otherWays
  return wanted.filter(way => way !== 'approval' || settings.messengerEnabled)
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
