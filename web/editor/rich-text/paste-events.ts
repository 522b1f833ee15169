import type { EditorProps, EditorView } from 'prosemirror-view'
import { MAX_TEXT_LENGTH } from '../../../contract/text/max-text-length.ts'
import type { LostInPaste } from './clean-pasted.ts'
import { insertPicture } from './commands.ts'
import { type Pasted, readPasted } from './paste.ts'
import { type AddPicture, hasPictures, onlyPicture, withNames } from './pasted-pictures.ts'

type Options = {
  addPicture: AddPicture
  /** Whether the language of the course has italics. */
  hasItalics: boolean
  /** The kinds of things that the last paste left out. */
  onLost(lost: readonly LostInPaste[]): void
  /** The length that the text would have, if it is too long. Then nothing is pasted. */
  onTooLong(length: number | undefined): void
}

/**
 * Pastes words and pictures. ProseMirror's own paste and drop parse HTML in a way that the content security policy
 * forbids, before they call `handlePaste` or `handleDrop`.
 */
export function pasteEvents({
  addPicture,
  hasItalics,
  onLost,
  onTooLong,
}: Options): NonNullable<EditorProps['handleDOMEvents']> {
  async function put(view: EditorView, { slice, lost }: Pasted) {
    // A text without pictures is inserted at once, before the next key.
    const named = hasPictures(slice) ? await withNames(slice, addPicture) : { slice, isWhole: true }
    view.dispatch(view.state.tr.replaceSelection(named.slice).scrollIntoView())
    onLost(named.isWhole || lost.includes('pictures') ? lost : ['pictures', ...lost])
  }

  async function putPicture(view: EditorView, picture: File) {
    const name = await addPicture(picture).catch(() => undefined)
    if (name !== undefined) insertPicture(view, name, '')
    onLost(name === undefined ? ['pictures'] : [])
  }

  return {
    paste(view, event) {
      const { clipboardData } = event
      // While the keyboard composes a word, the browser itself pastes. On Android nearly every word is being composed.
      if (!clipboardData || (view.composing && !/Android/.test(navigator.userAgent))) return false
      event.preventDefault()
      const html = clipboardData.getData('text/html')
      const picture = onlyPicture(clipboardData, html)
      if (picture) void putPicture(view, picture)
      else {
        const text = clipboardData.getData('text/plain')
        const length = view.state.doc.content.size + text.length
        const isTooLong = length > MAX_TEXT_LENGTH
        onTooLong(isTooLong ? length : undefined)
        if (!isTooLong) void put(view, readPasted(html, text, hasItalics))
      }
      return true
    },
    drop(view, event) {
      if (view.dragging) return false
      event.preventDefault()
      return true
    },
  }
}
