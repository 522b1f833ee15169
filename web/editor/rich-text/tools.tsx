import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Language, languages } from '../../../contract/languages.ts'
import { isLink } from '../../../contract/text/markup.ts'
import { EditIcon, type EditIconName } from '../edit-icon.tsx'
import { commands, isOn, type Tool } from './commands.ts'
import { schema } from './schema.ts'

const icons: Record<Tool, EditIconName> = {
  heading: 'heading',
  bold: 'bold',
  italic: 'italic',
  bullets: 'bullets',
  numbers: 'numbers',
  quote: 'quote',
}
const allTools: readonly Tool[] = ['heading', 'bold', 'italic', 'bullets', 'numbers', 'quote']

/** What the buttons show about the text at the caret. */
export type ToolsShown = { on: readonly Tool[]; href: string | undefined; hasSelection: boolean }

type Props = { view: EditorView; shown: ToolsShown; language: Language; label: string; onPicture?(): void }

/** The buttons above a text. The Tab key reaches one of them; arrows lead to the others. */
export function TextTools({ view, shown: { on, href, hasSelection }, language, label, onPicture }: Props) {
  const t = useTranslations('editor')
  const [isLinking, setIsLinking] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const tools = allTools.filter(tool => tool !== 'italic' || languages[language].hasItalics)

  function moveFocus({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
    const buttons = [...currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
    const isForward = key === (document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
    if (!isForward && !/^Arrow(Left|Right)$/.test(key)) return
    const at = buttons.indexOf(target as HTMLButtonElement)
    buttons.at((at + (isForward ? 1 : -1)) % buttons.length)?.focus()
  }

  function use(tool: Tool) {
    commands[tool](view.state, view.dispatch)
    view.focus()
  }

  return (
    <>
      <div className="tools" role="toolbar" aria-label={t('formOf', { label })} ref={bar} onKeyDown={moveFocus}>
        {tools.map((tool, index) => (
          <button
            key={tool}
            type="button"
            tabIndex={index === 0 ? 0 : -1}
            aria-label={t(`tool.${tool}`)}
            aria-pressed={on.includes(tool)}
            // Keeps the keyboard of a phone open.
            onPointerDown={event => event.preventDefault()}
            onClick={() => use(tool)}
          >
            <EditIcon name={icons[tool]} />
          </button>
        ))}
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('tool.link')}
          aria-pressed={href !== undefined}
          aria-expanded={isLinking}
          disabled={!hasSelection && href === undefined}
          onPointerDown={event => event.preventDefault()}
          onClick={() => setIsLinking(!isLinking)}
        >
          <EditIcon name="link" />
        </button>
        {onPicture && (
          <button type="button" tabIndex={-1} aria-label={t('tool.picture')} onClick={onPicture}>
            <EditIcon name="picture" />
          </button>
        )}
      </div>
      {isLinking && <LinkForm view={view} href={href ?? ''} onDone={() => setIsLinking(false)} />}
    </>
  )
}

export function toolsFor(state: EditorState): ToolsShown {
  return { on: allTools.filter(tool => isOn(state, tool)), href: linkAt(state), hasSelection: !state.selection.empty }
}

function LinkForm({ view, href, onDone }: { view: EditorView; href: string; onDone(): void }) {
  const t = useTranslations('editor')
  const [text, setText] = useState(href || 'https://')
  const [isWrong, setIsWrong] = useState(false)
  const link = schema.marks.link

  function set() {
    const wanted = text.trim()
    if (wanted !== '' && wanted !== 'https://' && !isLink(wanted)) return setIsWrong(true)
    const { from, to } = linkRange(view.state)
    const change = view.state.tr.removeMark(from, to, link)
    view.dispatch(isLink(wanted) ? change.addMark(from, to, link.create({ href: wanted })) : change)
    onDone()
    view.focus()
  }

  return (
    <div className="link-form">
      <input
        className="input"
        type="url"
        dir="ltr"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it.
        autoFocus
        aria-label={t('linkTo')}
        aria-invalid={isWrong || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onDone()
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <button className="btn small" type="button" onClick={set}>
        {t('linkSet')}
      </button>
      {isWrong && (
        <p className="error-text" role="alert">
          {t('linkWrong')}
        </p>
      )}
    </div>
  )
}

function linkAt(state: EditorState): string | undefined {
  const { $from, from, to, empty } = state.selection
  const marks = empty ? $from.marks() : (state.doc.nodeAt(from)?.marks ?? [])
  if (!empty && !state.doc.rangeHasMark(from, to, schema.marks.link)) return undefined
  return marks.find(({ type }) => type === schema.marks.link)?.attrs.href
}

/** The selection; without one, the whole link at the caret. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { from, to, empty, $from } = state.selection
  if (!empty) return { from, to }
  let [start, end] = [$from.start(), $from.start()]
  $from.parent.forEach((node, offset) => {
    const [begin, stop] = [$from.start() + offset, $from.start() + offset + node.nodeSize]
    const isHere = schema.marks.link.isInSet(node.marks) && begin <= from && from <= stop
    if (isHere) [start, end] = [begin, stop]
  })
  return { from: start, to: end }
}
