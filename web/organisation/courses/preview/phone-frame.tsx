import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { directionOf } from '../../../i18n/language.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { emptyPage } from '../../../ui/rich-text/inert-html.ts'

type Props = {
  /** In CSS pixels, as on the phone of a learner. */
  width: number
  height: number
  /** Makes the shown page smaller than the phone. 1 is the full size. */
  scale: number
  hasLargeLetters: boolean
  children: ReactNode
}

/** A separate document with the size of a phone and the styles of the app, so that styles for narrow screens apply. */
export function PhoneFrame({ width, height, scale, hasLargeLetters, children }: Props) {
  const t = useTranslations('editor')
  const { language } = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<Document>()

  useEffect(() => {
    const { current } = frame
    if (!current) return
    const show = () => current.contentDocument && setPage(current.contentDocument)
    current.addEventListener('load', show)
    emptyPage(current)
    return () => current.removeEventListener('load', show)
  }, [])

  useEffect(() => page && copyStyles(page), [page])

  useEffect(() => {
    if (!page) return
    page.documentElement.lang = language
    page.documentElement.dir = directionOf(language)
    page.documentElement.style.fontSize = hasLargeLetters ? '200%' : ''
  }, [page, language, hasLargeLetters])

  const size = { '--w': `${width}px`, '--h': `${height}px`, '--k': scale } as CSSProperties
  return (
    <div className="phone-frame" style={size}>
      <div>
        <iframe ref={frame} title={t('previewTitle')} />
      </div>
      {page && createPortal(children, page.body)}
    </div>
  )
}

/** The styles of the app, also those that are loaded later. */
function copyStyles(page: Document): () => void {
  const copies = new Map<Node, Node>()
  const copy = () => {
    for (const style of document.head.querySelectorAll('style, link[rel="stylesheet"]')) {
      if (copies.has(style)) continue
      const copied = style.cloneNode(true)
      copies.set(style, copied)
      page.head.append(copied)
    }
  }
  copy()
  const observer = new MutationObserver(copy)
  observer.observe(document.head, { childList: true })
  return () => observer.disconnect()
}
