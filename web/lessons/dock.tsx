import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../contract/courses.ts'
import { Icon } from '../ui/icon.tsx'
import type { Reason } from './gate.ts'
import type { Verdict } from './page-screen.ts'

/** More of the screen than this, and too little is left to read in. */
const SHARE_OF_SCREEN = 0.4

type Props = {
  language: Language
  /** The way on is closed for this. */
  reason: Reason | undefined
  verdict: Verdict | undefined
  /** The page could not be kept anywhere. */
  hasFailed: boolean
  isBusy: boolean
  label: ReactNode
  onMain(): void
  /** An arrow without its way is disabled. */
  onBack: (() => void) | undefined
  onForward: (() => void) | undefined
  /** For what a page type keeps within reach of the thumb. */
  slot: Ref<HTMLDivElement>
}

/** What stands at the thumb: the arrows, the main button, and above them what is missing or what was right. */
export function Dock({ language, reason, verdict, hasFailed, isBusy, label, onMain, onBack, onForward, slot }: Props) {
  const t = useTranslations('lesson')
  const dock = useRef<HTMLElement>(null)
  const letsGo = useLettingGo(dock, verdict)
  const mood = verdict?.isRight ? ' done' : ' try'
  return (
    <footer className={`dock${verdict ? mood : ''}${letsGo ? ' lets-go' : ''}`} ref={dock}>
      <div role="status">
        {verdict && <Said verdict={verdict} language={language} />}
        {reason && (verdict?.isRight ?? true) && <p className="hint">{t(`missing.${reason}`)}</p>}
      </div>
      {hasFailed && (
        <p className="hint" role="alert">
          <Icon name="warning" />
          {t('notSaved')}
        </p>
      )}
      <div ref={slot} />
      <div className="dock-row">
        <Arrow icon="back" label={t('previousPage')} onClick={onBack} />
        <button
          className={verdict?.isRight ? 'btn good' : 'btn'}
          type="button"
          disabled={reason !== undefined}
          aria-busy={isBusy}
          onClick={onMain}
        >
          {label}
        </button>
        <Arrow icon="forward" label={t('nextPage')} onClick={onForward} />
      </div>
    </footer>
  )
}

/** Whether the dock is too high to stay at the edge of the screen. Then a verdict is scrolled to when it comes. */
function useLettingGo(dock: RefObject<HTMLElement | null>, verdict: Verdict | undefined): boolean {
  const [letsGo, setLetsGo] = useState(false)
  useEffect(() => {
    const look = () => setLetsGo((dock.current?.offsetHeight ?? 0) > innerHeight * SHARE_OF_SCREEN)
    const observer = new ResizeObserver(look)
    if (dock.current) observer.observe(dock.current)
    addEventListener('resize', look)
    return () => {
      observer.disconnect()
      removeEventListener('resize', look)
    }
  }, [dock])
  const hasVerdict = verdict !== undefined
  useEffect(() => {
    if (letsGo && hasVerdict) dock.current?.scrollIntoView({ block: 'nearest' })
  }, [dock, letsGo, hasVerdict])
  return letsGo
}

function Said({ verdict: { isRight, said, places }, language }: { verdict: Verdict; language: Language }) {
  const t = useTranslations('lesson')
  const title = isRight ? t('right') : t('wrong')
  return (
    <div className="verdict">
      <Icon name={isRight ? 'check' : 'retry'} />
      <p>
        <b>{places ? t('inPlace', places) : title}</b>
        {said ? <bdi lang={language}>{said}</bdi> : !isRight && !places && t('tryAnother')}
        {places && ` ${t('takeBack')}`}
      </p>
    </div>
  )
}

type ArrowProps = { icon: 'back' | 'forward'; label: string; onClick: (() => void) | undefined }

function Arrow({ icon, label, onClick }: ArrowProps) {
  return (
    <button className="icon-btn" type="button" aria-label={label} disabled={!onClick} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
