import { Part } from '../lib/part.svelte'

export const deskPart = new Part(() => import('./desk'))
