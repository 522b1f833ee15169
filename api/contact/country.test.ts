import { expect, test } from 'vitest'
import { getCountry } from '../../contract/account.ts'
import { networkOf } from '../http/network.ts'
import { onEachDatabase } from '../testing.ts'
import { countryOfIpAddress } from './country.ts'

test.each([
  ['86.96.1.1', 'AE'],
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['127.0.0.1', null],
  ['::1', null],
  ['192.168.1.1', null],
  ['10.1.2.3', null],
  ['fe80::1', null],
  ['fd00::1', null],
  ['nonsense', null],
])('the country of %s is %s', async (ipAddress, country) => {
  expect(await countryOfIpAddress(ipAddress)).toBe(country)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ipAddress, network) => {
  expect(networkOf(ipAddress)).toBe(network)
})

onEachDatabase('The country of a visitor', start => {
  test('behind a trusted proxy it is the country of the forwarded IP address, otherwise that of the socket', async () => {
    const headers = { 'x-forwarded-for': '86.96.1.1' }
    const trusting = await start({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    expect(await trusting.call(getCountry, {}, { headers })).toEqual({ country_code: 'AE' })
    const plain = await start()
    expect(await plain.call(getCountry, {}, { headers })).toEqual({ country_code: null })
  })
})
