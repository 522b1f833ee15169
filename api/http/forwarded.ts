import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const ADVICE_FOR_PROXY =
  'A request came from a proxy of TRUSTED_PROXIES without X-Forwarded-For. If all of them do, everybody seems to have one ' +
  'IP address and shares its limits. nginx needs: proxy_set_header X-Forwarded-For $remote_addr;'
const ADVICE_FOR_SETTING =
  'A request with X-Forwarded-For came from this machine, but TRUSTED_PROXIES does not name it. If it is your proxy, set ' +
  'TRUSTED_PROXIES=loopback, or everybody seems to have one IP address and shares its limits.'

/** Warns once if a proxy and TRUSTED_PROXIES do not fit together. */
export function warnOfProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const hasProxies = trustedProxies.length > 0
  const trusted = networks(trustedProxies)
  const thisMachine = networks(['loopback'])
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && !isFromMonitor(request)) {
      const peer = request.socket.remoteAddress ?? ''
      const isForwarded = request.headers['x-forwarded-for'] !== undefined
      const isWrong = isForwarded ? !hasProxies && holds(thisMachine, peer) : hasProxies && holds(trusted, peer)
      if (isWrong) request.log.warn(isForwarded ? ADVICE_FOR_SETTING : ADVICE_FOR_PROXY)
      hasWarned = isWrong
    }
    done()
  })
}

/** Health checks of monitors come without a proxy. */
function isFromMonitor({ url }: FastifyRequest): boolean {
  return url.startsWith('/health')
}

function networks(parts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const part of parts.flatMap(part => (part === 'loopback' ? ['127.0.0.0/8', '::1'] : part))) {
    const [ip = '', bits] = part.split('/')
    const family = familyOf(ip)
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return list
}

function holds(list: BlockList, ip: string): boolean {
  return ip !== '' && list.check(ip, familyOf(ip))
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIPv6(ip) ? 'ipv6' : 'ipv4'
}
