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
    })
  })

  test('an operator closes the app and opens it again, without a restart', async () => {
    const { call, services } = await start()
    await switchMaintenance(services.db, true)
    expect((await call(getSettings, {})).data.maintenance).toBe(true)
    await switchMaintenance(services.db, false)
    expect((await call(getSettings, {})).data.maintenance).toBe(false)
  })

  test('what the environment says is what browsers hear', async () => {
    const env = { MESSENGER_ENABLED: 'false', MEDIA_BASE_URL: 'https://cdn.example/media/', DEFAULT_COUNTRY: 'EG' }
    const { call } = await start({ env })
    expect((await call(getSettings, {})).data).toMatchObject({
      messengerEnabled: false,
      mediaBase: 'https://cdn.example/media',
      defaultCountry: 'EG',
    })
  })
})
