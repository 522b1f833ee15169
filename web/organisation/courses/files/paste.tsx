import { useTranslations } from 'use-intl'

/** Matches HTML with headings, bold words or lists. Without them the plain text is as good. */
const HAS_FORM = /<(?:h[1-6]|strong|b|li|table)\b/i

/** The text in the field, and what was pasted there with its formatting. */
export type PastedText = { text: string; pasted?: { html: string; text: string } }

type Props = { value: PastedText; onChange(value: PastedText): void; onFile(file: File): void }

/** A pasted text of another program, with its formatting if the browser has it. */
export function Paste({ value: { text, pasted }, onChange, onFile }: Props) {
  const t = useTranslations('courseFiles')

  function read() {
    const isAsPasted = pasted !== undefined && pasted.text === text
    const name = t('pasted')
    onFile(
      isAsPasted
        ? new File([pasted.html], `${name}.html`, { type: 'text/html' })
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
          onChange={({ target }) => onChange({ text: target.value, ...(pasted && { pasted }) })}
          onPaste={event => {
            const html = event.clipboardData.getData('text/html')
            const plain = event.clipboardData.getData('text/plain')
            const isWhole = text === '' && HAS_FORM.test(html)
            if (!isWhole) return
            // Sets the field itself, because a browser may put other line breaks into it.
            event.preventDefault()
            const shown = plain.replace(/\r\n?/g, '\n')
            onChange({ text: shown, pasted: { html, text: shown } })
          }}
        />
      </label>
      <button className="btn second" type="button" disabled={text.trim() === ''} onClick={read}>
        {t('readPaste')}
      </button>
    </section>
  )
}
