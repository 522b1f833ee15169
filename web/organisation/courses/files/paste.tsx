import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

/** Matches HTML with headings, bold words or lists. Without them the plain text is as good. */
const HAS_FORM = /<(?:h[1-6]|strong|b|li|table)\b/i

/** A pasted text of another program, with its formatting if the browser has it. */
export function Paste({ onFile }: { onFile(file: File): void }) {
  const t = useTranslations('courseFiles')
  const [text, setText] = useState('')
  const pasted = useRef<{ html: string; text: string }>(undefined)

  function read() {
    const { current } = pasted
    const isAsPasted = current !== undefined && current.text === text
    const name = t('pasted')
    onFile(
      isAsPasted
        ? new File([current.html], `${name}.html`, { type: 'text/html' })
        : new File([text], `${name}.txt`, { type: 'text/plain' }),
    )
  }

  return (
    <section className="card stack">
      <label className="stack tight">
        <span className="label">{t('paste')}</span>
        <small className="meta" id="paste-about">
          {t('pasteAbout')}
        </small>
        <textarea
          className="input"
          aria-describedby="paste-about"
          dir="auto"
          rows={5}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPaste={event => {
            const html = event.clipboardData.getData('text/html')
            const plain = event.clipboardData.getData('text/plain')
            const isWhole = text === '' && HAS_FORM.test(html)
            if (!isWhole) return
            // Sets the field itself, because a browser may put other line breaks into it.
            event.preventDefault()
            const shown = plain.replace(/\r\n?/g, '\n')
            pasted.current = { html, text: shown }
            setText(shown)
          }}
        />
      </label>
      <button className="btn second" type="button" disabled={text.trim() === ''} onClick={read}>
        {t('readPaste')}
      </button>
    </section>
  )
}
