import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Set = { [key: string]: string | Set }

const FALLBACK = 'en_gb.json'

/** Vite plugin: `import './ar_aa.json?compiled'` gives messages whose ICU syntax was read at build. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.json?compiled')) return undefined
      const file = id.replace('?compiled', '')
      const fallbackFile = file.replace(/[^/]+$/, FALLBACK)
      this.addWatchFile(file)
      const messages = withFallback(read(file), read(fallbackFile))
      return { code: `export default ${JSON.stringify(compiled(messages))}`, moduleType: 'js' }
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
