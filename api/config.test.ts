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
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/SMS_SENDER/)
})

test('production on several machines needs the same secret everywhere', () => {
  const env = {
    NODE_ENV: 'production',
    SMS_SENDER: 'webhook',
    SMS_WEBHOOK_URL: 'https://sms.example',
    SMS_WEBHOOK_BODY: '{}',
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
