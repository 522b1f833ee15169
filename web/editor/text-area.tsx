import { type ComponentProps, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../contract/languages.ts'
import { MAX_TEXT_LENGTH } from '../../contract/text/max-text-length.ts'
import { directionOf } from '../i18n/language.ts'
import { FieldError } from '../ui/fields/field.tsx'
import { cleanTyped } from './clean-typed.ts'
import { afterPaint, changeByKey } from './defer-while-typing.ts'

type Props = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string
  language: Language
  /** Whether Enter makes no new line. */
  isOneLine?: boolean
  onChange(value: string): void
}

/** A field for plain text. It grows with the text, and has the direction of the course. */
export function TextArea({ value, language, isOneLine = false, onChange, ...props }: Props) {
  const t = useTranslations('editor')
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  /** The length of a text that was too long. */
  const [refused, setRefused] = useState<number>()
  const error = refused === undefined ? undefined : t('tooLong', { most: MAX_TEXT_LENGTH, count: refused })
  // The typed text is shown until `value` has it, too.
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? value
  // `value` has the typed text, or undo has changed it. This runs before the next key, which would be lost otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value ends it.
  useLayoutEffect(() => setTyped(undefined), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value needs another height.
  useEffect(() => {
    const { current } = area
    // A browser with `field-sizing` sets the height by the styles.
    if (!current || CSS.supports('field-sizing', 'content')) return
    current.style.blockSize = 'auto'
    current.style.blockSize = `${current.scrollHeight}px`
  }, [shown])
  return (
    <div className={error ? 'text-area is-error' : 'text-area'}>
      <textarea
        rows={1}
        {...props}
        {...(error
          ? { 'aria-invalid': true, 'aria-describedby': `${props['aria-describedby'] ?? ''} ${id}-error` }
          : {})}
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
          const isTooLong = cleaned.length > MAX_TEXT_LENGTH
          setRefused(isTooLong ? cleaned.length : undefined)
          // The field keeps its earlier text.
          if (isTooLong) return
          const text = isOneLine ? cleaned.replace(/\n/g, ' ') : cleaned
          setTyped(text)
          changeByKey(() => onChange(text))
          afterPaint(() => setTyped(last => (last === text ? undefined : last)))
        }}
      />
      <FieldError id={id} error={error} />
    </div>
  )
}
