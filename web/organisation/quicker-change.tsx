import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { OrgIcon } from './frame/org-icon.tsx'

type Props = {
  /** The sentence above what is stored now, if it is known who changed it. */
  title?: string
  children: ReactNode
}

/** Shows the change of somebody who was quicker. What was typed stays, and another press saves it. */
export function QuickerChange({ title, children }: Props) {
  const t = useTranslations('org')
  return (
    <div className="say" role="alert">
      <OrgIcon name="people" />
      <p>
        <b>{title ?? t('changedMeanwhile')}</b>
        {children}
      </p>
    </div>
  )
}
