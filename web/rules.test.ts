import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { Settings } from '../contract/settings.ts'

type TemplatePart = { value: { raw: string } }
type Node = { type?: string; value?: unknown; name?: unknown; [field: string]: unknown }

/** Attributes that people read or hear. */
const READ = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
const components = files.filter(file => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))

test('no component has visible text of its own: texts are in contract/texts', () => {
  expect(components.length).toBeGreaterThan(100)
  const found = components.flatMap(file => textsIn(read(file)).map(text => `${file}: ${text}`))
  expect(found, 'give each text a key in contract/texts/ar.json and en.json, and show it with useTranslations').toEqual(
    [],
  )
})

test.each([
  '<p>Hello</p>',
  '<p>\n مرحبا\n</p>',
  '<img alt="A map" />',
  '<p title={"Hello"} />',
  '<p>{"Hello"}</p>',
  '<p>{`Hello`}</p>',
  '<p aria-label={`Move up`} />',
  '<p>{isOpen ? "Close" : icon}</p>',
  '<p>{isOpen && "Close"}</p>',
  '<p>{name ?? "Nobody"}</p>',
])('%s is found', jsx => {
  expect(textsIn(`const it = ${jsx}`)).toHaveLength(1)
})

/** Code that reads a text as HTML and puts it into the page. Biome finds `dangerouslySetInnerHTML`. */
const WRITES_HTML =
  /\b((inner|outer)HTML\s*[+?|]*=|insertAdjacentHTML|createContextualFragment|document\.write|\w*HTMLUnsafe)/

test('no text is put into the page as HTML', () => {
  const code = files.filter(file => /(?<!\.test)\.(tsx?|js)$/.test(file))
  const advice = 'show it as text, or the HTML of a course by web/ui/rich-text/'
  expect(
    code.filter(file => WRITES_HTML.test(read(file))),
    advice,
  ).toEqual([])
  for (const line of ['box.innerHTML = name', "box.insertAdjacentHTML('beforeend', name)", 'box.setHTMLUnsafe(name)'])
    expect(line).toMatch(WRITES_HTML)
})

/** These files have to know whether the browser stores anything, or has stored it. */
const KNOWS_STORAGE = ['install/offer-pause.ts', 'outbox/drafts/migrate-drafts.ts', 'shared-phone/personal-rows.ts']
const USES_STORAGE = /\b(local|session)Storage(\.[gs]etItem|\[)/

test('a text that the browser stores is read and written by browser/stored.ts', () => {
  const code = files.filter(file => /(?<!\.test)\.tsx?$/.test(file) && USES_STORAGE.test(read(file)))
  expect(code.toSorted(), 'a browser may refuse to store anything').toEqual(KNOWS_STORAGE)
  for (const line of ["sessionStorage.setItem('a', b)", "localStorage['a']"]) expect(line).toMatch(USES_STORAGE)
})

/** The files that may call `fetch`, each with the reason why `call` cannot do it. */
const FETCHES: Record<string, string> = {
  'analytics/track.ts': 'Sends while the page closes, and needs no reply.',
  'api.ts': '`call` itself.',
  'downloads/files/fetch-file.ts': 'Files of media, in parts.',
  'fetch-with-token.ts': 'The reply is a file.',
  'lesson-files/make-lesson-file.ts': 'A file of media.',
  'loading/load-chunk.ts': 'Files of the app.',
  'media/recorder/fetch-ahead.ts': 'A file of the app.',
  'organisation/courses/on-phone/shared-media.ts': 'The reply is a file.',
  'outbox/senders/upload.ts': '`call` sends through it.',
  'queries/query.ts': 'A method of this name.',
  'renew-at-firebase.ts': 'Asks Google.',
  'shell/screen-failed.tsx': 'The page of the app.',
  'worker/saved-builds.ts': 'Files of the app.',
  'worker/saved-media.ts': 'Files of media.',
}
const FETCH = /(?<![\w.])fetch\(|\bglobalThis\.fetch\(|\bnew XMLHttpRequest\(|\bsendBeacon\(/

test('a call of the api is made by `call`, which sends a valid token and checks the reply', () => {
  const code = files.filter(file => /(?<!\.test)\.tsx?$/.test(file) && FETCH.test(read(file)))
  const advice = 'use call (web/api.ts) with an endpoint of contract/; a file that no call brings goes into FETCHES'
  expect(code.toSorted(), advice).toEqual(Object.keys(FETCHES))
  for (const line of ["await fetch('/user')", 'return fetch(path)']) expect(line).toMatch(FETCH)
  expect('query.fetch()').not.toMatch(FETCH)
})

/** A query key in the code, with its first two parts. Data under the key `organisation` belongs to the whole team. */
const QUERY_KEY = /\bqueryKey(?:: QueryKey)?(?:: | = )\[\s*([^,\]]+)(?:,\s*([^,\]]+))?/g

test('the key of a query names the person, or the next one on this phone could see their data', () => {
  const code = files.filter(file => /(?<!\.test)\.tsx?$/.test(file))
  const found = code.flatMap(file => keysWithoutPerson(read(file)).map(key => `${file}: ${key}`))
  expect(found, "begin it with a word and the uid, as in ['lesson', uid, lessonId]").toEqual([])
  expect(keysWithoutPerson("queryKey: ['lesson', lessonId]")).toEqual(["'lesson', lessonId"])
  expect(keysWithoutPerson("const queryKey = ['steps']")).toEqual(["'steps'"])
  expect(keysWithoutPerson("queryKey: [\n  'lesson',\n  uid,\n  lessonId]")).toEqual([])
})

function keysWithoutPerson(text: string): string[] {
  const keys = [...text.matchAll(QUERY_KEY)].filter(([, kind]) => kind !== "'organisation'")
  return keys
    .filter(([, , owner = '']) => !/^(\w+\.)?(uid|userId)$/.test(owner.trim()))
    .map(([, ...parts]) => parts.filter(Boolean).join(', '))
}

/** The first file compares times of its device. The second file dates an edit as the editor does. */
const BY_OWN_CLOCK = ['inbox/inbox-screen.tsx', 'organisation/courses/editor/lesson/lesson-acts.tsx']

test('the inbox and the side of the organisation go by the clock of the server: that of a device may be wrong', () => {
  const code = files.filter(file => /^(inbox|organisation)\/.*(?<!\.test)\.tsx?$/.test(file))
  const found = code.filter(file => /\bDate\.now\b|\bnew Date\(\)/.test(read(file)))
  expect(found.toSorted(), 'use serverNow (web/session.ts)').toEqual(BY_OWN_CLOCK)
})

/** `{list.length}` would be a number without the digits of the language. */
const OTHER_DIGITS = /\.toLocale(Date|Time)?String\(|>\s*\{[\w.?]+\.(length|size)\}/

test('numbers and days are written by use-intl, in the digits of the language', () => {
  const code = files.filter(file => /(?<!\.test)\.tsx?$/.test(file) && OTHER_DIGITS.test(read(file)))
  expect(code, 'use a text with a value, or useFormatter').toEqual([])
  for (const line of ['at.toLocaleDateString()', '<p>{rows.length}</p>']) expect(line).toMatch(OTHER_DIGITS)
})

test('every stylesheet is imported by a component or by another stylesheet', () => {
  const styles = files.filter(file => file.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(20)
  const importing = files.filter(file => /\.(tsx?|css|html|js)$/.test(file)).map(read)
  const isImported = (style: string) => importing.some(text => text.includes(`/${basename(style)}'`))
  const unused = styles.filter(style => !isImported(style))
  expect(unused, "import it in its component: import './<name>.css'").toEqual([])
})

/** The name of a class in a selector. `.5rem` is no class. */
const CLASS = /(?<!\w)\.([a-z][\w-]*)|\.([a-z][\w-]*)(?=[^{};]*\{)/g

test('every class of a stylesheet is used: learners pay for its bytes', () => {
  const code = files.filter(file => /(?<!\.test)\.(tsx?|html|js)$/.test(file)).map(read)
  const isUsed = usedIn(code.join('\n'))
  const sheets = files.filter(file => file.endsWith('.css'))
  const unused = sheets.flatMap(file =>
    classesIn(read(file)).flatMap(name => (isUsed(name) ? [] : [`${file}: ${name}`])),
  )
  expect(unused, 'delete its rules').toEqual([])
  const classes = classesIn('.card > a.tag { margin: .5rem; } .mark-draft { color: red; }')
  expect(classes).toEqual(['card', 'tag', 'mark-draft'])
  expect(classes.filter(usedIn('<a className="card" />`mark-$'.concat('{kind}`')))).toEqual(['card', 'mark-draft'])
})

function classesIn(sheet: string): string[] {
  const selectors = sheet.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '')
  return [...new Set([...selectors.matchAll(CLASS)].map(([, first, second]) => first ?? second ?? ''))]
}

/** The end of a class name may be a value, as in `mark-${kind}`. */
function usedIn(code: string): (name: string) => boolean {
  const words = new Set(code.match(/[\w-]+/g))
  const beginnings = [...new Set(code.match(/[\w-]+-(?=\$\{)/g))]
  return name => words.has(name) || beginnings.some(beginning => name.startsWith(beginning))
}

test('every setting that the server sends to browsers is used by one', () => {
  const code = files.filter(file => /(?<!\.test)\.tsx?$/.test(file)).map(read)
  const isUsed = (name: string) => code.some(text => new RegExp(`\\b${name}\\b`).test(text))
  const unused = Object.keys(Settings.entries).filter(name => !isUsed(name))
  expect(unused, 'use each in web/, or remove it from contract/settings.ts').toEqual([])
})

test('no form is checked by the browser, whose bubbles have its own language', () => {
  const forms = components.flatMap(file =>
    (read(file).match(/<form(?=\s)(?! inert).*?>\n/gs) ?? []).map(tag => ({ file, tag })),
  )
  expect(forms.length).toBeGreaterThan(3)
  const checked = forms.filter(({ tag }) => !/\bnoValidate\b/.test(tag)).map(({ file }) => file)
  expect(checked, 'use CheckedForm (web/organisation/frame/checked-form/), or AuthForm at the sign-in').toEqual([])
})

/** The parts of React DOM that build/strip-react.ts empties. */
const STRIPPED =
  /\b(hydrateRoot|Children|PureComponent|createRef|forwardRef|use(ActionState|DebugValue|DeferredValue|FormState|FormStatus|InsertionEffect|Optimistic|Transition)|onSelect|onBeforeInput|onComposition\w+|findDOMNode|componentStack|preinit(Module)?|preloadModule|unstable_SuspenseList)\b|startTransition\(async|<(Activity|SuspenseList|html|head|body|title|meta|link|style|script|[a-z]+-[a-z-]+)\b|\b(formAction|action)=\{/

test('nothing uses the parts of React DOM that the build removes (build/strip-react.ts)', () => {
  expect(components.filter(file => STRIPPED.test(read(file)))).toEqual([])
  for (const use of [
    'hydrateRoot(root)',
    '<form action={save}>',
    '<title>',
    '<x-y>',
    '<Activity mode="hidden">',
    'startTransition(async () =>',
  ])
    expect(use).toMatch(STRIPPED)
})

test('a class and a name are no visible text', () => {
  expect(textsIn('const it = <p className={isOpen ? "open" : "shut"}>{name}</p>')).toEqual([])
})

/** A colour with an opacity of its own may be made of a token: rgb(var(--ink-rgb) / .2). */
const RAW_COLOUR = /(?<![\w&])#[\da-f]{3,8}\b|\b(rgb|hsl)a?\((?!var\(--)/gi

/** The tokens, and their values for people who ask for more contrast. */
const HAS_TOKENS = ['theme.css', 'contrast.css'].map(file => join('ui', 'styles', file))

test('only the tokens of theme.css and contrast.css have raw colours', () => {
  const styles = files.filter(file => file.endsWith('.css'))
  const found = styles.flatMap(file => {
    const rules = read(file).replace(HAS_TOKENS.includes(file) ? /:root \{.*?\n *\}/s : '', '')
    return (rules.match(RAW_COLOUR) ?? []).map(colour => `${file}: ${colour}`)
  })
  expect(found, 'use a variable of web/ui/styles/theme.css').toEqual([])
})

test('rgb() of a token is no raw colour, of numbers it is one', () => {
  expect('color: rgb(var(--ink-rgb) / .2)').not.toMatch(RAW_COLOUR)
  expect('color: rgb(16 40 46 / .2)').toMatch(RAW_COLOUR)
  expect('a:hover { color: #fff }').toMatch(RAW_COLOUR)
})

const STYLE_IN_CODE =
  /(['"`])#[\da-f]{3,8}\1|\b(rgb|hsl)a?\(|\b(margin|padding|border)(Left|Right)|style=\{\{[^}]*\b(left|right):/i

test('no component has a raw colour, or a left and right of its own', () => {
  // The drawing has colours of its own.
  const styled = components.filter(file => file !== join('ui', 'illustration.tsx'))
  const advice = 'write it in a stylesheet, with a variable of web/ui/styles/theme.css and with start and end'
  expect(
    styled.filter(file => STYLE_IN_CODE.test(read(file))),
    advice,
  ).toEqual([])
})

test.each([
  "<p style={{ color: '#333' }} />",
  "const colour = 'rgb(0 0 0)'",
  'const style = { marginLeft: 4 }',
  '<p style={{ top: 0, left: 0 }} />',
])('%s is a style in code', source => {
  expect(source).toMatch(STYLE_IN_CODE)
})

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}

function textsIn(source: string): string[] {
  return visibleIn(parseSync('component.tsx', source).program).filter(text => /\p{L}/u.test(text))
}

function visibleIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(visibleIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, name, expression } = node as Node
  if (type === 'JSXText') return [String(value)]
  if (type === 'JSXAttribute') {
    const attribute = String((name as Node).name)
    return READ.includes(attribute)
      ? [...literalIn(value), ...visibleIn(value)]
      : visibleIn((value as Node | null)?.expression)
  }
  if (type === 'JSXExpressionContainer') return [...literalIn(expression), ...visibleIn(expression)]
  return Object.values(node).flatMap(visibleIn)
}

/** The texts that can be the value of this expression itself. */
function literalIn(node: unknown): string[] {
  const { type, value, quasis, consequent, alternate, left, right } = (node ?? {}) as Node
  if (type === 'ConditionalExpression') return [...literalIn(consequent), ...literalIn(alternate)]
  if (type === 'LogicalExpression') return [...literalIn(left), ...literalIn(right)]
  if (type === 'TemplateLiteral') return [(quasis as TemplatePart[]).map(part => part.value.raw).join('')]
  return type === 'Literal' && typeof value === 'string' ? [value] : []
}
