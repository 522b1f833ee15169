import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultSettings, getSettings, Settings } from '../../contract/settings.ts'
import { onEachDatabase } from '../testing.ts'
import { switchMaintenance } from './settings.ts'

onEachDatabase('settings', start => {
  test('everybody can read them, and the app is open by default', async () => {
    const { call } = await start()
    expect((await call(getSettings, {})).data).toEqual({
      ...defaultSettings,
      maintenance: false,
      messengerEnabled: true,
      identity: 'embedded',
      demo: true,
      mediaBase: '/media',
      defaultCountry: '',
      passwordPolicy: 'standard',
      phoneCountries: [],
      otherWays: ['whatsapp', 'email', 'approval'],
      lessonFiles: {
        issuer: 'http://localhost:3000',
        keys: expect.any(Object),
      },
    })
  })

  test('a browser that asks to save data gets a flag, because its pages cannot read the header', async () => {
    const { origin } = await start()
    const settingsFor = async (headers: Record<string, string>) =>
      (await (await fetch(origin + getSettings.path, { headers })).json()).data.saveData
    expect(await settingsFor({ 'Save-Data': 'on' })).toBe(true)
    expect(await settingsFor({ 'Save-Data': 'off' })).toBeUndefined()
    expect(await settingsFor({})).toBeUndefined()
  })

  test('an operator closes the app and opens it again, without a restart', async () => {
    const { call, services } = await start()
    await switchMaintenance(services.db, true)
    expect((await call(getSettings, {})).data.maintenance).toBe(true)
    await switchMaintenance(services.db, false)
    expect((await call(getSettings, {})).data.maintenance).toBe(false)
  })

  test('browsers get the settings of the environment', async () => {
    const env = {
      MESSENGER_ENABLED: 'false',
      MEDIA_BASE_URL: 'https://cdn.example/media/',
      DEFAULT_COUNTRY: 'EG',
      PHONE_COUNTRIES: 'EG,AE',
      PASSWORD_POLICY: 'strong',
      OFFLINE_ENABLED: 'no',
    }
    const { call } = await start({ env })
    expect((await call(getSettings, {})).data).toMatchObject({
      messengerEnabled: false,
      mediaBase: 'https://cdn.example/media',
      defaultCountry: 'EG',
      phoneCountries: ['EG', 'AE'],
      passwordPolicy: 'strong',
      offlineOff: true,
    })
  })
})

test('every setting that browsers know is sent to them', () => {
  const code = globSync('api/settings/*.ts').filter(file => !file.endsWith('.test.ts'))
  const text = code.map(file => readFileSync(file, 'utf8')).join('\n')
  const unsent = Object.keys(Settings.entries).filter(name => !new RegExp(`\\b${name}(:|,$)`, 'm').test(text))
  expect(unsent, 'send each in settingsNow (settings.ts), or remove it from contract/settings.ts').toEqual([])
})
