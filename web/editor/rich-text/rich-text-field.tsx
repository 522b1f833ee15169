import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { EditorView, type NodeView } from 'prosemirror-view'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Language, languages } from '../../../contract/languages.ts'
import { MAX_TEXT_LENGTH } from '../../../contract/text/max-text-length.ts'
import { directionOf } from '../../i18n/language.ts'
import { FieldError } from '../../ui/fields/field.tsx'
import { changeByKey } from '../defer-while-typing.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import { isSame } from '../draft/writing.ts'
import type { LostInPaste } from './clean-pasted.ts'
import { insertPicture, keys } from './commands.ts'
import { isolation } from './isolation.ts'
import { pasteEvents } from './paste-events.ts'
import type { AddPicture } from './pasted-pictures.ts'
import { type ReadText, readMarkdown } from './read-markdown.ts'
import { TextTools, type ToolsShown, toolsFor } from './tools.tsx'
import { writeMarkdown } from './write-markdown.ts'
import './rich-text.css'

type Props = {
  label: string
  hint?: string
  /** Markdown. */
  value: string
  /** The language of the course, not of the app. */
  language: Language
  takesBdi?: boolean
  /** Whether the first line of an empty text is a heading. */
  beginsWithHeading?: boolean
  /** The pictures of the text. */
  media: Pick<DraftMedia, 'sourceOf' | 'watch'>
  /** Asks for a picture. `insert` puts the picture at the caret. */
  onPicture?(insert: (name: string, alt: string) => void): void
  onPasted?: AddPicture
  error?: string | undefined
  onChange(value: string): void
}

/** A field for a formatted text: headings, bold, lists, quotes, links. Its author never sees that it is Markdown. */
export function RichTextField({
  label,
  hint,
  value,
  language,
  takesBdi = true,
  beginsWithHeading = false,
  media,
  onPicture,
  onPasted,
  error,
  onChange,
}: Props) {
  const t = useTranslations('editor')
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<{ view: EditorView; read: ReadText; value: string }>(undefined)
  const change = useRef(onChange)
  change.current = onChange
  const addPicture = useRef<AddPicture>(async () => undefined)
  if (onPasted) addPicture.current = onPasted
  const [tools, setTools] = useState<{ view: EditorView; shown: ToolsShown }>()
  const [lost, setLost] = useState<readonly LostInPaste[]>([])
  /** The length that the text would have after a paste that was too long. */
  const [refused, setRefused] = useState<number>()
  const problem = refused === undefined ? error : t('tooLong', { most: MAX_TEXT_LENGTH, count: refused })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a field of another language is another field; its value comes below.
  useEffect(() => {
    const read = readMarkdown(value, { beginsWithHeading, language })
    const { hasItalics } = languages[language]
    const plugins = [...keys(hasItalics), isolation(language)]
    const view = new EditorView(place.current, {
      state: EditorState.create({ doc: read.doc, plugins }),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(hint ? { 'aria-describedby': `${id}-hint` } : {}),
        class: 'prose',
        lang: language,
        dir: directionOf(language),
      },
      nodeViews: { picture: node => pictureView(node, media) },
      dispatchTransaction(transaction) {
        const next = view.state.apply(transaction)
        // A paste with pictures can be ready after its author has gone to another page.
        if (!view.isDestroyed) {
          view.updateState(next)
          showTools(view)
        }
        if (!transaction.docChanged || transaction.getMeta('from-outside')) return
        setRefused(undefined)
        const value = writeMarkdown(next.doc, own.read, { language, takesBdi })
        // An empty line is not in the file: there is nothing to store, and nothing to undo.
        if (value === own.value) return
        own.value = value
        changeByKey(() => change.current(value))
      },
      handleDOMEvents: pasteEvents({
        addPicture: picture => addPicture.current(picture),
        hasItalics,
        onLost: setLost,
        onTooLong: setRefused,
      }),
    })
    const own = { view, read, value }
    shown.current = own
    showTools(view)
    return () => {
      shown.current = undefined
      view.destroy()
    }
  }, [language, takesBdi, beginsWithHeading])

  /** Most keys change none of the buttons. Then the state stays the same object, and nothing is rendered. */
  function showTools(view: EditorView) {
    const shown = toolsFor(view.state)
    setTools(before => (before?.view === view && isSame(before.shown, shown) ? before : { view, shown }))
  }

  // Shows a value from outside: after undo, or somebody else's edit. What the person typed comes back as the same
  // value, and changes nothing. This is a layout effect, so that no key comes before it.
  useLayoutEffect(() => {
    const now = shown.current
    if (!now || now.value === value) return
    now.read = readMarkdown(value, { beginsWithHeading, language })
    now.value = value
    setRefused(undefined)
    // The note is about a paste, which undo may have taken back.
    setLost([])
    const { state } = now.view
    const from = state.doc.content.findDiffStart(now.read.doc.content)
    const to = state.doc.content.findDiffEnd(now.read.doc.content)
    if (from === null || to === null) return
    const replaced = state.tr.replaceWith(0, state.doc.content.size, now.read.doc.content)
    now.view.dispatch(replaced.setMeta('from-outside', true))
  }, [value, beginsWithHeading, language])

  return (
    <div className={problem === undefined ? 'field' : 'field is-error'}>
      <span id={`${id}-label`}>
        <b>{label}</b>
      </span>
      {hint && (
        <p className="meta" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="rich">
        {tools && (
          <TextTools
            {...{ ...tools, language, label }}
            {...(onPicture
              ? {
                  onPicture: () =>
                    onPicture((name, alt) => shown.current && insertPicture(shown.current.view, name, alt)),
                }
              : {})}
          />
        )}
        <div ref={place} />
      </div>
      <FieldError id={id} error={problem} />
      {lost.length > 0 && (
        <p className="meta" role="status">
          {t('pasted', { lost: lost.map(kind => t(`lost.${kind}`)).join(t('and')) })}
        </p>
      )}
    </div>
  )
}

/** A picture in a text. Until it is loaded, its description is shown. */
function pictureView(node: Node, media: Pick<DraftMedia, 'sourceOf' | 'watch'>): NodeView {
  const picture = document.createElement('img')
  const name = String(node.attrs.src)
  picture.alt = node.attrs.alt
  const show = () => {
    const source = media.sourceOf(name)
    if (!source) picture.removeAttribute('src')
    else if (picture.src !== source) picture.src = source
  }
  show()
  return { dom: picture, destroy: media.watch(show) }
}
