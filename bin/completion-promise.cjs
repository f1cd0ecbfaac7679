#!/usr/bin/env node
'use strict';

require('./launch.cjs').launch('completion-promise');
