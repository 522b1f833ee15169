import type { CSSProperties } from 'react'
import type { Course } from '../../contract/courses.ts'

const COLOUR = /^(#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,25})$/i

/**
 * The course's colour as a style, from which the stylesheet derives tones with enough contrast; grey without a valid
 * colour.
 */
export function courseColour({ note }: Pick<Course, 'note'>): CSSProperties {
  return COLOUR.test(note) ? ({ '--course': note } as CSSProperties) : {}
}
