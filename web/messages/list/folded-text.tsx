import { type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { folded } from './folded.ts'
import { linkedText } from './linked-text.ts'

/** Informs the list that a message becomes longer, so that it does not scroll to its end. */
export const UNFOLD = 'unfold'

/** The text of a message. A long one is cut until somebody wants to read more. */
export function FoldedText({ text, isWhole = false }: { text: string; isWhole?: boolean }) {
  const t = useTranslations('messages')
  const [isOpen, setIsOpen] = useState(isWhole)
  const beginning = folded(text)
  function toggle({ currentTarget }: MouseEvent<HTMLElement>) {
    currentTarget.closest('.conversation')?.dispatchEvent(new Event(UNFOLD))
    setIsOpen(!isOpen)
  }
  return (
    <>
      <p dir="auto">
        <Linked text={isOpen ? text : (beginning ?? text)} />
      </p>
      {beginning !== undefined && (
        <button className="btn quiet small more" type="button" aria-expanded={isOpen} onClick={toggle}>
          {t(isOpen ? 'less' : 'more')}
        </button>
      )}
    </>
  )
}

function Linked({ text }: { text: string }) {
  return linkedText(text).map(({ text, href }, at) => {
    if (!href) return text
    if (href.startsWith('http'))
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change.
        <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
          <bdi>{text}</bdi>
        </a>
      )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change.
      <a key={at} href={href}>
        {/* In an Arabic sentence, the groups of a phone number would otherwise swap places. */}
        <bdi dir="ltr">{text}</bdi>
      </a>
    )
  })
}
