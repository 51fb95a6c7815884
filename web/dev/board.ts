import '../src/fonts.css'
import '../src/tokens.css'
import '../src/app.css'
import { mount } from 'svelte'
import Workbench from './Workbench.svelte'

const wanted = new URLSearchParams(location.search)
if (wanted.get('theme') === 'night') document.documentElement.dataset['theme'] = 'night'
const target = document.getElementById('app')
if (target) mount(Workbench, { target, props: { wanted } })
