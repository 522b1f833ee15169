import { readFile } from 'node:fs/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { fileURLToPath } from 'node:url'
import { withoutMapping } from '../http/network.ts'

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Two-letter country code of an IP address; null if it is unknown. */
export async function countryOfIpAddress(ipAddress: string): Promise<string | null> {
  const plain = withoutMapping(ipAddress)
  if (isIP(plain) === 0 || nowhere.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return null
  countries ??= openCountries().catch(error => {
    countries = undefined
    throw error
  })
  const record = (await countries).get(plain) as { country_code?: string } | null
  return record?.country_code ?? null
}

let countries: ReturnType<typeof openCountries> | undefined

/** The database has 8 MB. It is read at the first question, and then stays in memory. */
async function openCountries() {
  const { Reader } = await import('mmdb-lib')
  return new Reader(await readFile(fileURLToPath(import.meta.resolve(FILE))))
}

/** Loopback, private and link-local networks. The database names a country even for some of these networks. */
const nowhere = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  nowhere.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  nowhere.addSubnet(network, prefix, 'ipv6')
