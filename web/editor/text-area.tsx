import { type ComponentProps, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../contract/languages.ts'
import { LONGEST_TEXT } from '../../contract/text/longest-text.ts'
import { directionOf } from '../i18n/language.ts'
import { cleanTyped } from './clean-typed.ts'

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value needs another height.
  useEffect(() => {
    const { current } = area
    // Where the browser does it by itself, the styles say so.
    if (!current || CSS.supports('field-sizing', 'content')) return
    current.style.blockSize = 'auto'
    current.style.blockSize = `${current.scrollHeight}px`
  }, [value])
  return (
    <textarea
      rows={1}
      {...props}
      ref={area}
      lang={language}
      dir={directionOf(language)}
      value={value}
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
        onChange(isOneLine ? cleaned.replace(/\n/g, ' ') : cleaned)
      }}
    />
  )
}
