import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without any setting everything works on one machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    dataDir: './data',
    databaseUrl: '',
    isDemo: true,
    isMessengerEnabled: true,
  })
})

test('production refuses to show codes to anybody, and says which setting is missing', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/PUBLIC_URL[\s\S]*SMS_SENDER[\s\S]*MAIL_SENDER/)
})

test('production on several machines needs the same secret everywhere', () => {
  const env = {
    NODE_ENV: 'production',
    SMS_SENDER: 'webhook',
    SMS_WEBHOOK_URL: 'https://sms.example',
    SMS_WEBHOOK_BODY: '{}',
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

test('a gateway without its address is named', () => {
  expect(() => readConfig({ SMS_SENDER: 'webhook' })).toThrow(/SMS_WEBHOOK_URL/)
  expect(() => readConfig({ SMS_SENDER: 'twilio' })).toThrow(/TWILIO_ACCOUNT_SID/)
})

test('links begin with the configured address, and nothing else', () => {
  expect(readConfig({ PUBLIC_URL: 'https://learn.example/' }).publicUrl).toBe('https://learn.example')
  expect(readConfig({ PORT: '3001' }).publicUrl).toBe('http://localhost:3001')
  expect(() => readConfig({ PUBLIC_URL: 'learn.example' })).toThrow(/PUBLIC_URL/)
})

test('Firebase needs its web app and a key, and in production no emulator', () => {
  const app = JSON.stringify({ apiKey: 'k', authDomain: 'demo.firebaseapp.com', projectId: 'demo', appId: '1' })
  expect(() => readConfig({ IDENTITY: 'firebase' })).toThrow(/FIREBASE_APP[\s\S]*FIREBASE_SERVICE_ACCOUNT/)
  expect(() => readConfig({ IDENTITY: 'firebase', FIREBASE_APP: '{"apiKey":1}' })).toThrow(/FIREBASE_APP/)
  const emulated = { IDENTITY: 'firebase', FIREBASE_APP: app, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
  expect(readConfig(emulated)).toMatchObject({ isDemo: false, firebase: { app: { projectId: 'demo' } } })
  expect(() => readConfig({ ...emulated, NODE_ENV: 'production' })).toThrow(/FIREBASE_AUTH_EMULATOR_HOST/)
})

test('everything that is wrong is named at once', () => {
  expect(() => readConfig({ PORT: 'three', DATABASE_URL: 'mysql://x', LIMIT_FACTOR: '0' })).toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*LIMIT_FACTOR/,
  )
})

test.each([
  ['false', false],
  ['off', false],
  ['', true],
  ['true', true],
  ['anything', true],
])('MESSENGER_ENABLED=%s: the messenger is on: %s', (value, isOn) => {
  expect(readConfig({ MESSENGER_ENABLED: value }).isMessengerEnabled).toBe(isOn)
})
