import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../contract/languages.ts'
import { LONGEST_TEXT } from '../../contract/text/longest-text.ts'
import { directionOf } from '../i18n/language.ts'
import { cleanTyped } from './clean-typed.ts'
import { afterPaint, byKey } from './letters-first.ts'

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string
  language: Language
  /** Enter makes no new line. */
  isOneLine?: boolean
  onChange(value: string): void
}

/** A field for plain text. It grows with the text, and has the direction of the course. */
export function TextArea({ value, language, isOneLine = false, onChange, ...props }: Props) {
  const t = useTranslations('editor')
  const area = useRef<HTMLTextAreaElement>(null)
  // Shown until the value follows.
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? value
  // The value has followed, or undo has changed it. This runs before the next key, which would be lost otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value ends it.
  useLayoutEffect(() => setTyped(undefined), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value needs another height.
  useEffect(() => {
    const { current } = area
    // Where the browser does it by itself, the styles say so.
    if (!current || CSS.supports('field-sizing', 'content')) return
    current.style.blockSize = 'auto'
    current.style.blockSize = `${current.scrollHeight}px`
  }, [shown])
  return (
    <textarea
      rows={1}
      {...props}
      ref={area}
      lang={language}
      dir={directionOf(language)}
      value={shown}
      onKeyDown={event => {
        props.onKeyDown?.(event)
        if (isOneLine && event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
      onChange={({ target }) => {
        const cleaned = cleanTyped(target.value)
        const isTooLong = cleaned.length > LONGEST_TEXT
        // The browser says it beside the field, which keeps what it had.
        target.setCustomValidity(isTooLong ? t('tooLong', { most: LONGEST_TEXT, count: cleaned.length }) : '')
        if (isTooLong) return void target.reportValidity()
        const text = isOneLine ? cleaned.replace(/\n/g, ' ') : cleaned
        setTyped(text)
        byKey(() => onChange(text))
        afterPaint(() => setTyped(last => (last === text ? undefined : last)))
      }}
    />
  )
}
