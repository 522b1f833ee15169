import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { HOUR } from '../../../contract/time.ts'

const ASKED_EVERY_MS = HOUR
const TIMEOUT_MS = 3000

/** When the certificate of the public address ends, in epoch ms: null without https, or if it cannot be read. */
export type Certificate = {
  endsAt: (now: number) => Promise<number | null>
  /** The last known end, without waiting for the network. */
  knownEnd: (now: number) => number | null
}

/** The certificate is looked at once an hour. */
export function openCertificate(publicUrl: string): Certificate {
  let asked: { at: number; endsAt: Promise<number | null> } | undefined
  let known: number | null = null
  function endsAt(now: number): Promise<number | null> {
    if (asked && now - asked.at <= ASKED_EVERY_MS) return asked.endsAt
    asked = { at: now, endsAt: endOfCertificate(publicUrl) }
    void asked.endsAt.then(end => {
      known = end
    })
    return asked.endsAt
  }
  return {
    endsAt,
    knownEnd(now) {
      void endsAt(now)
      return known
    },
  }
}

function endOfCertificate(publicUrl: string): Promise<number | null> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return Promise.resolve(null)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise(resolve => {
    // Nothing is sent, so an expired certificate may be read, too.
    const socket = connect({
      host,
      port: Number(port || 443),
      // An IP address has no server name.
      ...(isIP(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
    })
    const end = (at: number | null) => {
      socket.destroy()
      resolve(at)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(null))
    socket.once('error', () => end(null))
    socket.once('secureConnect', () => end(Date.parse(socket.getPeerCertificate().valid_to) || null))
  })
}
