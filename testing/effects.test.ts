import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'
import { type Call, callsIn, type Node, nodesIn, parsed } from './syntax.ts'

/** What an effect may begin, and the call that ends it. */
const ENDINGS: Record<string, string> = {
  addEventListener: 'removeEventListener',
  setInterval: 'clearInterval',
  setTimeout: 'clearTimeout',
  requestAnimationFrame: 'cancelAnimationFrame',
  BroadcastChannel: 'close',
  EventSource: 'close',
  WebSocket: 'close',
  IntersectionObserver: 'disconnect',
  MutationObserver: 'disconnect',
  ResizeObserver: 'disconnect',
}

/** Known exceptions, with their reasons. */
const exceptions: Record<string, string> = {
  'web/media/use-blob-url.ts: setTimeout': 'It is begun at the end, for a player that still reads the file.',
}

// The test reads only the effect itself. It does not see what is begun by functions that the effect calls.
test('an effect ends what it begins, or it would go on after its screen is closed', () => {
  const screens = sources().filter(({ file, text }) => file.startsWith('web/') && !isTest(file) && EFFECT.test(text))
  expect(screens.length).toBeGreaterThan(50)
  const found = screens.flatMap(({ file, text }) => unendedIn(text).map(begun => `${file}: ${begun}`))
  const advice =
    'end it in the function that the effect returns: removeEventListener with the same function (or { signal }), ' +
    'clearTimeout, clearInterval, close or disconnect'
  expect(
    found.filter(begun => !(begun in exceptions)),
    advice,
  ).toEqual([])
  const unneeded = Object.keys(exceptions).filter(exception => !found.includes(exception))
  expect(unneeded, 'take these out of exceptions above: nothing needs them').toEqual([])
})

test.each([
  ["addEventListener('online', retry)", "addEventListener('online')"],
  ["addEventListener('online', retry)\nreturn () => clearTimeout(timer)", "addEventListener('online')"],
  [
    "addEventListener('online', retry)\nreturn () => removeEventListener('offline', retry)",
    "addEventListener('online')",
  ],
  [
    "list.addEventListener('scroll', () => look())\nreturn () => list.removeEventListener('scroll', () => look())",
    "addEventListener('scroll')",
  ],
  ['const timer = setInterval(look, 1000)', 'setInterval'],
  ['const timer = setTimeout(look, 1000)\nclearTimeout(timer)', 'setTimeout'],
  ["const tabs = new BroadcastChannel('tabs')\ntabs.onmessage = look", 'BroadcastChannel'],
  ['const observer = new ResizeObserver(look)\nobserver.observe(list)', 'ResizeObserver'],
])('%s never ends', (body, begun) => {
  expect(unendedIn(`useEffect(() => {\n${body}\n}, [])`)).toEqual([begun])
})

test.each([
  "useEffect(() => {\naddEventListener('online', retry)\nreturn () => removeEventListener('online', retry)\n})",
  "useEffect(() => {\naddEventListener('online', retry, { signal: stop.signal })\nreturn () => stop.abort()\n})",
  "useLayoutEffect(() => {\nlist.addEventListener('load', show, { once: true })\n})",
  'useEffect(() => {\nconst timer = setTimeout(look, 1000)\nreturn () => clearTimeout(timer)\n})',
  "useEffect(() => {\nconst tabs = new BroadcastChannel('tabs')\nreturn () => tabs.close()\n})",
  'useEffect(() => watch(look), [])',
  "addEventListener('online', retry)",
])('%s may be', text => {
  expect(unendedIn(text)).toEqual([])
})

/** Only files with one of these names are parsed. Most effects begin nothing, and parsing all files would take long. */
const BEGINS = new RegExp(Object.keys(ENDINGS).join('|'))

const EFFECT = /\buse(Layout|Insertion)?Effect\(/

function unendedIn(text: string): string[] {
  if (!BEGINS.test(text)) return []
  const effects = callsIn(parsed(text)).filter(({ name }) => EFFECT.test(`${name}(`))
  return effects.flatMap(({ given }) => unended(given[0], text))
}

function unended(effect: Node | undefined, text: string): string[] {
  // The effect is the name of a function that may be anywhere, so it is not checked.
  if (!effect?.body) return []
  const calls = callsIn(effect.body)
  const inside = functionsIn(effect.body)
  const isInside = ({ node }: Call) => inside.some(({ start, end }) => start <= node.start && node.end <= end)
  const endings = returnsSomething(effect) ? calls.filter(isInside) : []
  const source = (node: Node | undefined) => node && text.slice(node.start, node.end)
  const isEnded = ({ name, given: [type, listener] }: Call) =>
    endings.some(ending => {
      if (ending.name !== ENDINGS[name]) return false
      // An arrow function that is written again is another function.
      const isSame = source(ending.given[1]) === source(listener) && listener?.type !== 'ArrowFunctionExpression'
      return name !== 'addEventListener' || (isSame && source(ending.given[0]) === source(type))
    })
  return calls
    .filter(call => call.name in ENDINGS && !endsByItself(call, text) && !isEnded(call))
    .map(({ name, given }) => (name === 'addEventListener' ? `${name}(${source(given[0])})` : name))
}

/** Whether a listener has `{ once: true }` or a signal. Options in a variable are assumed to have one of them. */
function endsByItself({ name, given: [, , options] }: Call, text: string): boolean {
  if (name !== 'addEventListener' || !options) return false
  return options.type === 'Identifier' || /\b(once|signal)\b/.test(text.slice(options.start, options.end))
}

function returnsSomething({ body }: Node): boolean {
  const { type, body: statements } = body as Node
  if (type !== 'BlockStatement') return true
  const nested = functionsIn(statements)
  return nodesIn(statements).some(
    ({ type, argument, start }) =>
      type === 'ReturnStatement' && argument && !nested.some(inner => inner.start < start && start < inner.end),
  )
}

function functionsIn(tree: unknown): Node[] {
  return nodesIn(tree).filter(({ type }) => /^(ArrowFunctionExpression|Function(Expression|Declaration))$/.test(type))
}
