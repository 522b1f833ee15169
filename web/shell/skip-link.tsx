import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { focusHeading } from '../ui/focus-heading.ts'
import './skip-link.css'

/** The first stop of the Tab key leads past the bar. Only devices with a mouse or a touchpad load it. */
export function SkipLink() {
  const t = useTranslations('header')
  const [first] = useState(() => document.createElement('div'))
  useEffect(() => {
    document.body.prepend(first)
    return () => first.remove()
  }, [first])
  return createPortal(
    // biome-ignore lint/a11y/useValidAnchor: it moves the focus, and its screen has no address of its own for that.
    <a
      className="btn small skip"
      href="#root"
      onClick={event => {
        event.preventDefault()
        focusHeading()
        document.activeElement?.scrollIntoView({ block: 'nearest' })
      }}
    >
      {t('skip')}
    </a>,
    first,
  )
}
