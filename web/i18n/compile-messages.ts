import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Set = { [key: string]: string | Set }

const FALLBACK = 'en_gb.json'

/** Which texts each part leaves to the others. */
const leftOut = {
  doors: /^(outbox|home|week|end|courses|course|lesson|media|recorder|account|merge|messages|inbox|kept|push)$/,
  inside:
    /^(login|email|register|forgotPassword|resetPassword|FIREBASE_ERROR_.*|outbox|media|recorder|account|merge|messages|inbox|kept|push)$/,
  media: /^(?!media$)/,
  account: /^(?!(account|merge)$)/,
  recorder: /^(?!recorder$)/,
  messages: /^(?!(outbox|messages|inbox|kept)$)/,
  push: /^(?!push$)/,
}

/** Vite plugin: `import './ar_aa.json?doors'` gives the messages of a part, their ICU syntax read at build. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    load(id) {
      const [, file, part] = /^(.*\.json)\?(doors|inside|media|account|recorder|messages|push)$/.exec(id) ?? []
      if (!file) return undefined
      const fallbackFile = file.replace(/[^/]+$/, FALLBACK)
      this.addWatchFile(file)
      const messages = Object.entries(withFallback(read(file), read(fallbackFile)))
      const own = messages.filter(([key]) => !leftOut[part as keyof typeof leftOut].test(key))
      return { code: `export default ${JSON.stringify(compiled(Object.fromEntries(own)))}`, moduleType: 'js' }
    },
  }
}

function read(file: string): Set {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Every key of the fallback, in the words of the set where it has them. */
export function withFallback(set: Set, fallback: Set): Set {
  const missing = Object.entries(fallback).map(([key, value]): [string, string | Set] => {
    const own = set[key]
    if (typeof value === 'string') return [key, own ?? value]
    return [key, withFallback(typeof own === 'object' ? own : {}, value)]
  })
  return { ...set, ...Object.fromEntries(missing) }
}

function compiled(set: Set): object {
  return Object.fromEntries(
    Object.entries(set).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compiled(value)]),
  )
}
