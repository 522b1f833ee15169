import { fromJson } from './setting-rules.ts'

/** The most difficult text: it has quotes, a backslash and line breaks, and the code begins with 0. */
const SAMPLES: Record<string, string> = { to: '+971501234567', text: 'a "b"\\\n012345', code: '012345' }

/** The mistake in the body of a webhook, as the rest of "must …"; undefined if there is none. */
export function bodyMistake(body: string, headers: string): string | undefined {
  const names = [...body.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([whole, name]) => ({ whole, name }))
  const unknown = names.find(({ whole, name }) => !((name as string) in SAMPLES) || whole !== `{{${name}}}`)
  if (unknown) return `hold no ${unknown.whole}: only {{to}}, {{text}} and {{code}} are filled in`
  const has = (name: string) => names.some(one => one.name === name)
  if (!has('to')) return 'hold {{to}}, in whose place the phone number comes'
  if (!has('text') && !has('code')) return 'hold {{text}} or {{code}}, or nobody gets a code'
  if (!isJson(headers)) return undefined
  const filled = (code: string) =>
    body.replace(/\{\{(to|text|code)\}\}/g, (_, name: string) =>
      JSON.stringify(name === 'code' ? code : SAMPLES[name]).slice(1, -1),
    )
  const isFine = [filled(''), filled('012345')].every(one => fromJson(one) !== undefined)
  return isFine
    ? undefined
    : 'be JSON once it is filled in: quotes belong around {{to}}, {{text}} and {{code}}, and all braces closed'
}

function isJson(headers: string): boolean {
  const names = Object.entries((fromJson(headers) ?? {}) as Record<string, string>)
  const type = names.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json'
  return type.toLowerCase().includes('json')
}
