import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTest } from '../testing/sources.ts'
import { Environment } from './config.ts'
import { readConfig } from './read-config.ts'

test('without any setting everything works on one machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    dataDir: './data',
    databaseUrl: '',
    isDemo: true,
    messengerEnabled: true,
  })
})

test('.env.example shows the defaults that apply', () => {
  const shown = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z][A-Z0-9_]+)=(.+)$/gm)
  // The default of NIGHTLY_BACKUP depends on NODE_ENV. That of S3_ENDPOINT has the region in it, so the file shows an
  // example.
  const offered = [...shown].filter(([, name = '']) => !['NIGHTLY_BACKUP', 'S3_ENDPOINT'].includes(name))
  const wrong = offered.flatMap(([, name = '', value = '']) => {
    const key = name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const readValue = (env: Record<string, string>) => String(Reflect.get(readConfig(env), key) ?? '')
    const usual = readValue({})
    return usual !== '' && usual !== readValue({ [name]: value }) ? `${name} is ${usual}, not ${value}` : []
  })
  expect(wrong, 'write the default of api/config.ts into .env.example').toEqual([])
})

test('production refuses to start if codes would be shown, and names the missing setting', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/PUBLIC_URL[\s\S]*SMS_SENDER[\s\S]*MAIL_SENDER/)
})

test('production on several machines needs the same secret on each', () => {
  const env = {
    NODE_ENV: 'production',
    SMS_SENDER: 'webhook',
    SMS_WEBHOOK_URL: 'https://sms.example',
    SMS_WEBHOOK_BODY: '{"to":"{{to}}","text":"{{text}}"}',
    MAIL_SENDER: 'smtp',
    MAIL_FROM: 'Step by Step <hello@learn.example>',
    SMTP_URL: 'smtps://mail.example',
    PUBLIC_URL: 'https://learn.example',
    DATABASE_URL: 'postgres://db.example/sbs',
  }
  expect(() => readConfig(env)).toThrow(/SECRET_KEY/)
  expect(() => readConfig({ ...env, SECRET_KEY: 'short' })).toThrow(/32 characters/)
  expect(readConfig({ ...env, SECRET_KEY: 'a'.repeat(32) }).isProduction).toBe(true)
})

test('a gateway without its URL is named', () => {
  expect(() => readConfig({ SMS_SENDER: 'webhook' })).toThrow(/SMS_WEBHOOK_URL/)
  expect(() => readConfig({ SMS_SENDER: 'twilio' })).toThrow(/TWILIO_ACCOUNT_SID/)
})

test('WhatsApp needs all its settings, and Firebase has no other ways', () => {
  expect(() => readConfig({ NODE_ENV: 'production', OTHER_WAYS: 'whatsapp' })).toThrow(/WHATSAPP_PHONE_NUMBER_ID/)
  expect(() => readConfig({ IDENTITY: 'firebase', OTHER_WAYS: 'email' })).toThrow(/OTHER_WAYS/)
})

test('links begin with the configured URL, and nothing else', () => {
  expect(readConfig({ PUBLIC_URL: 'https://learn.example/' }).publicUrl).toBe('https://learn.example')
  expect(readConfig({ PORT: '3001' }).publicUrl).toBe('http://localhost:3001')
  expect(() => readConfig({ PUBLIC_URL: 'learn.example' })).toThrow(/PUBLIC_URL/)
})

test('Firebase needs its web app and a key, and in production no emulator', () => {
  const app = JSON.stringify({ apiKey: 'k', authDomain: 'demo.firebaseapp.com', projectId: 'demo', appId: '1' })
  expect(() => readConfig({ IDENTITY: 'firebase' })).toThrow(/FIREBASE_APP[\s\S]*FIREBASE_SERVICE_ACCOUNT/)
  expect(() => readConfig({ IDENTITY: 'firebase', FIREBASE_APP: '{"apiKey":1}' })).toThrow(/FIREBASE_APP/)
  const emulated = { IDENTITY: 'firebase', FIREBASE_APP: app, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
  expect(readConfig(emulated)).toMatchObject({ isDemo: false, firebaseApp: { projectId: 'demo' } })
  expect(() => readConfig({ ...emulated, NODE_ENV: 'production' })).toThrow(/FIREBASE_AUTH_EMULATOR_HOST/)
})

test('all mistakes are named at once', () => {
  expect(() => readConfig({ PORT: 'three', DATABASE_URL: 'mysql://x', LIMIT_FACTOR: '0' })).toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*LIMIT_FACTOR/,
  )
})

test.each([
  ['false', false],
  ['off', false],
  ['', true],
  ['true', true],
  ['On', true],
])('MESSENGER_ENABLED=%s: the messenger is on: %s', (value, isOn) => {
  expect(readConfig({ MESSENGER_ENABLED: value }).messengerEnabled).toBe(isOn)
})

/** Values that are nearly right, or right for something else. */
const WRONG: Record<string, string[]> = {
  NODE_ENV: ['prodution'],
  HOST: ['http://localhost', 'local host', 'localhost:3000', '127.0.0.1:3000'],
  PORT: ['three', '70000', '3000.5', '-1', '3000 # the port'],
  WORKERS: ['0', '65', 'auto', '2.5'],
  DATA_DIR: ['./data # here'],
  DATABASE_DIRECT_URL: ['mysql://x', 'localhost'],
  DATABASE_URL: [
    'mysql://x',
    'postgres://',
    'postgres://steps:a#b@db.example/steps',
    'db.example',
    'postgres://steps:5%@db.example/steps',
  ],
  SECRET_KEY: ['short'],
  PUBLIC_URL: [
    'learn.example.org',
    'https://learn.example.org/app',
    'https://',
    'https://learn example.org',
    'https://u:p@learn.example',
    'https://*.learn.example',
  ],
  TRUSTED_PROXIES: ['foo', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', 'loopback 10.0.0.1'],
  LOG_LEVEL: ['verbose'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'grpc://localhost:4317', 'http://'],
  METRICS_TOKEN: ['short', 'long enough but with spaces'],
  SMS_PRICE: ['0.06', 'JOD 0.06'],
  SMS_SENDER: ['sms'],
  SMS_WEBHOOK_URL: ['notaurl', 'ftp://sms.example', 'https://', 'https://user:password@sms.example/v1'],
  SMS_WEBHOOK_HEADERS: [
    'X-Api-Key: k',
    '["k"]',
    '{"X Api":"k"}',
    '{"X-Api-Key":1}',
    '{"X-Api-Key":"k\\nb"}',
    '{"Content-Length":"3"}',
  ],
  SMS_WEBHOOK_BODY: [
    '{"to":"{{to}}","message":"{{text}}"',
    '{"to":"{{to}}"}',
    '{"message":"{{text}}"}',
    '{"to":"{{to}}","message":{{text}}}',
    '{"to":"{{to}}","otp":{{code}}}',
    '{"to":"{{to}}","message":"{{text}}","from":"{{from}}"}',
    '{"to":"{{ to }}","message":"{{text}}"}',
    '{}',
  ],
  TWILIO_ACCOUNT_SID: ['SK123', 'AC 12'],
  TWILIO_AUTH_TOKEN: ['a b'],
  TWILIO_FROM: ['+1', 'Step by Step courses', '0501234567'],
  OTHER_WAYS: ['pigeon', 'whatsapp email'],
  WHATSAPP_PHONE_NUMBER_ID: ['+971501234567', '12'],
  WHATSAPP_TOKEN: ['a b'],
  WHATSAPP_TEMPLATE: ['Sign in'],
  WHATSAPP_LANGUAGES: ['arabic', 'ar-EG'],
  WHATSAPP_API_ON_LOOPBACK_FOR_TESTS: ['https://graph.example'],
  MAIL_SENDER: ['sendmail'],
  MAIL_FROM: ['notanaddress', 'Step by Step', 'a@b.example, c@d.example', 'Steps <a@b.example> x'],
  SMTP_URL: [
    'mail.example.org',
    'smtps://',
    'smtp://user:p#ss@mail.example.org',
    'smtps://mail.example.org # TLS',
    'smtps://steps:50%off@mail.example.org',
  ],
  IDENTITY: ['google'],
  FIREBASE_APP: ['{"apiKey":1}', '{', 'demo'],
  FIREBASE_SERVICE_ACCOUNT: ['/etc/key.json # the key'],
  FIREBASE_AUTH_EMULATOR_HOST: ['http://127.0.0.1:9099', '127.0.0.1'],
  PASSWORD_POLICY: ['strict'],
  ENUMERATION_PROTECTION: ['maybe'],
  PHONE_COUNTRIES: ['Utopia', 'AE,XX', 'AE IN', '+971'],
  DEFAULT_COUNTRY: ['ZZ', 'Egypt'],
  INVITES: ['closed'],
  LIMIT_FACTOR: ['0', '1.5', 'ten'],
  MEDIA_BASE_URL: ['foo', '/media', 'https://'],
  STORAGE: ['bucket'],
  S3_BUCKET: ['a b', 'x/y'],
  S3_ACCESS_KEY_ID: ['a b'],
  S3_SECRET_ACCESS_KEY: ['a b'],
  S3_ENDPOINT: ['s3.example.org', 'https://'],
  S3_REGION: ['eu central'],
  S3_PREFIX: ['../steps', 'a b'],
  MESSENGER_ENABLED: ['anything'],
  OFFLINE_ENABLED: ['anything'],
  PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: ['http://push.example'],
  DEMO_COURSES: ['none'],
  NIGHTLY_BACKUP: ['weekly'],
}

/** The last one looks like a value with a comment behind it. */
const RIGHT_NOWHERE = ['½', '½ ½', '½ # ½']

test.each(Object.keys(Environment.entries))('%s does not accept every value', name => {
  const complaints = RIGHT_NOWHERE.map(value => complaintAbout({ [name]: value }))
  expect(complaints.join('\n')).toMatch(new RegExp(`^${name}: must \\S`, 'm'))
})

test('every setting is read somewhere', () => {
  const files = globSync('api/**/*.ts').filter(file => !isTest(file))
  const code = files.map(file => readFileSync(file, 'utf8')).join('\n')
  const inCamelCase = (name: string) => name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  const isRead = (name: string) =>
    new RegExp(
      [
        String.raw`(config|settings)\.${name}\b`,
        String.raw`\{[^{}]*\b${name}\b[^{}]*\}\s*(= \w*config|: (Pick<)?Config)\b`,
        String.raw`Pick<\s*Config,[^>]*'${name}'`,
      ].join('|'),
      'i',
    ).test(code)
  const unread = Object.keys(Environment.entries)
    .map(inCamelCase)
    .filter(name => !isRead(name))
  expect(unread, 'use each as config.<name>, or remove it').toEqual([])
})

test.each(Object.entries(WRONG).flatMap(([name, values]) => values.map(value => [name, value] as const)))(
  '%s=%s stops the start with an error that names it and gives an example',
  (name, value) => {
    const sentence = complaintAbout({ [name]: value })
    expect(sentence).toMatch(new RegExp(`^${name}: must \\S`))
    expect(sentence.split('\n')).toHaveLength(1)
  },
)

test('the list of allowed names does not show the empty name', () => {
  expect(complaintAbout({ NODE_ENV: 'prod' })).toBe(
    'NODE_ENV: must be one of production, development, test. It is: prod',
  )
})

test('an error shows the value, unless it may contain a password', () => {
  expect(complaintAbout({ MAIL_FROM: 'notanaddress' })).toBe(
    'MAIL_FROM: must be one e-mail address, like Step by Step <steps@learn.example.org>. It is: notanaddress',
  )
  expect(complaintAbout({ SMTP_URL: 'user:s3cret@mail.example.org' })).not.toContain('s3cret')
  expect(complaintAbout({ DATABASE_URL: 'postgres://steps:s3#cret@db.example/steps' })).not.toContain('cret@')
})

test('a setting may have another common spelling', () => {
  const config = readConfig({ PHONE_COUNTRIES: 'ae, In', DEFAULT_COUNTRY: 'ae', PORT: '', TRUSTED_PROXIES: '::1/128' })
  expect(config).toMatchObject({ phoneCountries: ['AE', 'IN'], defaultCountry: 'AE', port: 3000 })
  expect(() => readConfig({ PHONE_COUNTRIES: 'AE', DEFAULT_COUNTRY: 'EG' })).toThrow(/^DEFAULT_COUNTRY: .*EG$/)
  for (const from of ['+15005550006', 'MG123', 'StepByStep', '12345']) readConfig({ TWILIO_FROM: from })
  for (const host of ['::1', '0.0.0.0', 'steps.internal']) readConfig({ HOST: host })
  for (const at of ['https://learn.example.org:8443/', 'http://[::1]:3000', 'https://تعلم.example'])
    expect(readConfig({ PUBLIC_URL: at }).publicUrl).toBe(at.replace(/\/$/, ''))
  readConfig({
    SMTP_URL: 'smtps://me%40here.example:5%25@mail.example',
    SMS_WEBHOOK_URL: 'https://sms.example/?to=a@b',
  })
  const form = { SMS_WEBHOOK_HEADERS: '{"content-type":"text/plain"}', SMS_WEBHOOK_BODY: '{{to}}: {{text}}' }
  expect(readConfig(form).smsWebhookBody).toBe('{{to}}: {{text}}')
})

test('demo courses are imported by themselves, but not in production', () => {
  const production = {
    NODE_ENV: 'production',
    IDENTITY: 'firebase',
    FIREBASE_APP: '{"apiKey":"k","authDomain":"a","projectId":"p","appId":"1"}',
    FIREBASE_SERVICE_ACCOUNT: '/etc/key.json',
    PUBLIC_URL: 'https://learn.example',
  }
  expect(readConfig({}).demoCourses).toBe(true)
  expect(readConfig({ DEMO_COURSES: 'off' }).demoCourses).toBe(false)
  expect(readConfig(production).demoCourses).toBe(false)
  expect(readConfig({ ...production, DEMO_COURSES: 'true' }).demoCourses).toBe(true)
})

function complaintAbout(env: Record<string, string>): string {
  try {
    readConfig(env)
    return 'nothing'
  } catch (error) {
    return (error as Error).message
  }
}
