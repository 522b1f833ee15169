import { expect, test } from 'vitest'
import { getSettings } from '../../contract/settings.ts'
import { onEachDatabase } from '../testing.ts'
import { switchMaintenance } from './settings.ts'

onEachDatabase('settings', start => {
  test('everybody may ask, and nothing is closed until somebody closes it', async () => {
    const { call } = await start()
    expect((await call(getSettings, {})).data).toEqual({
      maintenance: false,
      messengerEnabled: true,
      identity: 'embedded',
      demo: true,
      mediaBase: '/media',
      defaultCountry: '',
      passwordPolicy: 'standard',
      phoneCountries: [],
    })
  })

  test('a browser that asks for less data is told so, should its pages not know', async () => {
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

  test('what the environment says is what browsers hear', async () => {
    const env = {
      MESSENGER_ENABLED: 'false',
      MEDIA_BASE_URL: 'https://cdn.example/media/',
      DEFAULT_COUNTRY: 'EG',
      PHONE_COUNTRIES: 'EG,AE',
      PASSWORD_POLICY: 'strong',
    }
    const { call } = await start({ env })
    expect((await call(getSettings, {})).data).toMatchObject({
      messengerEnabled: false,
      mediaBase: 'https://cdn.example/media',
      defaultCountry: 'EG',
      phoneCountries: ['EG', 'AE'],
      passwordPolicy: 'strong',
    })
  })
})
