"""The search index over both knowledge bases: what it is made of, how it is asked, how hits are weighed."""
